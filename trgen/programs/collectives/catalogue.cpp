// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/collectives/catalogue.hpp"

#include <array>

#include "trgen/programs/collectives/all_gather.hpp"
#include "trgen/programs/collectives/all_gather_pieces.hpp"
#include "trgen/programs/collectives/all_reduce_double_tree.hpp"
#include "trgen/programs/collectives/all_reduce_doubling.hpp"
#include "trgen/programs/collectives/all_reduce_ring.hpp"
#include "trgen/programs/collectives/all_reduce_torus.hpp"
#include "trgen/programs/collectives/all_to_all.hpp"
#include "trgen/programs/collectives/all_to_all_bruck.hpp"
#include "trgen/programs/collectives/barrier.hpp"
#include "trgen/programs/collectives/broadcast_scatter.hpp"
#include "trgen/programs/collectives/broadcast_smpi.hpp"
#include "trgen/programs/collectives/broadcast_split.hpp"
#include "trgen/programs/collectives/broadcast_tree.hpp"
#include "trgen/programs/collectives/composed.hpp"
#include "trgen/programs/collectives/composed_smpi.hpp"
#include "trgen/programs/collectives/gather_scatter.hpp"
#include "trgen/programs/collectives/gather_scatter_linear.hpp"
#include "trgen/programs/collectives/rabenseifner.hpp"
#include "trgen/programs/collectives/reduce_ahead.hpp"
#include "trgen/programs/collectives/reduce_scatter.hpp"
#include "trgen/programs/collectives/reduce_scatter_halving.hpp"
#include "trgen/programs/collectives/reduce_tree.hpp"
#include "trgen/programs/collectives/scan.hpp"

namespace trgen::programs::collectives {
namespace {

template <Algorithm... As>
constexpr std::array<Entry, sizeof...(As)> list_of() {
  return {entry<As>()...};
}

constexpr auto all = list_of<DisseminationBarrier,        //
                             LinearBarrier,               //
                             DoubleRingBarrier,           //
                             DoublingBarrier,             //
                             TwoProcBarrier,              //
                             TreeBarrier,                 //
                             BinomialBroadcast,           //
                             HighBitBroadcast,            //
                             KnomialBroadcast,            //
                             BinaryBroadcast,             //
                             SplitBinaryBroadcast,        //
                             ChainBroadcast,              //
                             PipelineBroadcast,           //
                             LinearBroadcast,             //
                             ScatterDoublingBroadcast,    //
                             ScatterRingBroadcast,        //
                             ChainFromFirstBroadcast,     //
                             BinaryFromFirstBroadcast,    //
                             AheadPipelineBroadcast,      //
                             BinomialReduce,              //
                             HighBitReduce,               //
                             KnomialReduce,               //
                             BinaryReduce,                //
                             InOrderBinaryReduce,         //
                             ChainReduce,                 //
                             PipelineReduce,              //
                             LinearReduce,                //
                             AtOnceReduce,                //
                             AheadBinomialReduce,         //
                             AheadBinaryReduce,           //
                             AheadInOrderReduce,          //
                             AheadChainReduce,            //
                             RabenseifnerReduce,          //
                             CutRabenseifnerReduce,       //
                             DoublingAllReduce,           //
                             RabenseifnerAllReduce,       //
                             RestRabenseifnerAllReduce,   //
                             CutRabenseifnerAllReduce,    //
                             HalvingDoublingAllReduce,    //
                             RingAllReduce,               //
                             SegmentedRingAllReduce,      //
                             BidirectionalRingAllReduce,  //
                             TorusAllReduce,              //
                             DoubleTreeAllReduce,         //
                             LinearAllReduce,             //
                             NonoverlappingAllReduce,     //
                             AllGatherReduce,             //
                             RingAndRestAllReduce,        //
                             BinomialGather,              //
                             LinearGather,                //
                             OrderedGather,               //
                             SyncGather,                  //
                             AheadSyncGather,             //
                             BinomialScatter,             //
                             NearestFirstScatter,         //
                             LinearScatter,               //
                             OrderedScatter,              //
                             BruckAllGather,              //
                             DoublingAllGather,           //
                             RingAllGather,               //
                             PiecesAllGather,             //
                             NeighbourAllGather,          //
                             LinearAllGather,             //
                             AnyDoublingAllGather,        //
                             PairwiseAllGather,           //
                             GatherBroadcastAllGather,    //
                             GatherBroadcastLargest,      //
                             TwoProcAllGather,            //
                             ScatteredAllToAll,           //
                             ScatteredOthersAllToAll,     //
                             LinearAllToAll,              //
                             PairwiseAllToAll,            //
                             XorAllToAll,                 //
                             OrderedPairsAllToAll,        //
                             TwoProcAllToAll,             //
                             BruckAllToAll,               //
                             HalvingReduceScatter,        //
                             PairwiseReduceScatter,       //
                             DoublingReduceScatter,       //
                             RingReduceScatter,           //
                             ButterflyReduceScatter,      //
                             OrderedReduceScatter,        //
                             ReduceScatterReduceScatter,  //
                             AtOnceReduceScatter,         //
                             DoublingScan,                //
                             LinearScan,                  //
                             DirectScan>();

}  // namespace

std::span<const Entry> algorithms() { return all; }

const Entry* find_algorithm(Kind kind, std::string_view name) {
  for (const Entry& each : all) {
    if (each.name == name && each.serves(kind)) return &each;
  }
  return nullptr;
}

}  // namespace trgen::programs::collectives

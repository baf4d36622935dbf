// SPDX-License-Identifier: Apache-2.0
// Average load of each link when every node sends according to a pattern and no queue blocks: the packets of all nodes
// are followed through all draws of their routing, each outcome with its probability. No simulation, and no sampling.
//
// Exact at any load if the path of a packet is determined by draws that are made once (Freedom::drawn_once); then a
// link whose load exceeds its capacity is full, and the network saturates. Not modelled: queues, flow control,
// arbitration, which make a network saturate earlier.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/analysis/shares.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::analysis {

/// Traffic from one source to one destination: its fraction of the traffic of the source.
struct Flow {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  double part = 0;
};

/// Traffic demand of the nodes.
struct Demand {
  bool uniform = false;     ///< every node sends the same amount to every other one, and `flows` is empty
  std::vector<Flow> flows;  ///< in the order of destinations
  double senders = 0;       ///< number of nodes that send
};

/// Limits of the cost of following the packets: a function of the network alone, never of time.
struct LoadBudget {
  std::uint64_t states = 12'000'000;  ///< states of packets, all destinations together
  std::uint64_t steps = 200'000'000;  ///< number of times that packets in one state go on by one channel
  std::uint64_t links = 50'000'000;   ///< links whose load is stored
};

struct ChannelLoads {
  Freedom freedom = Freedom::drawn_once;
  std::string left_out;        ///< reason why there are no loads; empty if there are
  std::vector<double> links;   ///< load by router * ports + port: phits a cycle when every sender sends one
  std::vector<double> arrive;  ///< for each node: phits a cycle that it consumes

  bool known() const { return left_out.empty(); }
};

ChannelLoads channel_loads(const routing::Walker& algorithm, const topology::Topology& topology, unsigned vcs,
                           const Demand& demand, const LoadBudget& budget = {});

/// Channel loads with the routing of a design, of which `topology` is the built one. The design has passed check() and
/// has routers.
ChannelLoads channel_loads(const engine::Design& design, const topology::Topology& topology, const Demand& demand,
                           const LoadBudget& budget = {});

}  // namespace fsin::analysis

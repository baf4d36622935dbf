// SPDX-License-Identifier: Apache-2.0
// The catalogue of topologies. To add one, write its file and add its type here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/topology/any_topology.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/dragonflies/dragonfly_plus.hpp"
#include "fsin/topology/graph_files/graph.hpp"
#include "fsin/topology/grids/circulant.hpp"
#include "fsin/topology/grids/hexagonal_torus.hpp"
#include "fsin/topology/grids/hypercube.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/midimew.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/grids/twisted_torus.hpp"
#include "fsin/topology/switches/digit_shift.hpp"
#include "fsin/topology/switches/full_mesh.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "fsin/topology/switches/jellyfish.hpp"
#include "fsin/topology/switches/polar_fly.hpp"
#include "fsin/topology/switches/slim_fly.hpp"
#include "fsin/topology/switches/xpander.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "fsin/topology/trees/leaf_spine.hpp"
#include "fsin/topology/trees/thin_tree.hpp"
#include "fsin/topology/trees/xgft.hpp"

namespace fsin::topology {

template <TopologyParams... Params>
using CatalogueOf = config::Catalogue<Params...>;

struct Topologies : CatalogueOf<TorusParams,           //
                                MeshParams,            //
                                FatTreeParams,         //
                                ThinTreeParams,        //
                                SlimTreeParams,        //
                                XgftParams,            //
                                LeafSpineParams,       //
                                FullMeshParams,        //
                                DragonflyParams,       //
                                DragonflyPlusParams,   //
                                HyperXParams,          //
                                SlimFlyParams,         //
                                PolarFlyParams,        //
                                JellyfishParams,       //
                                XpanderParams,         //
                                DeBruijnParams,        //
                                KautzParams,           //
                                HypercubeParams,       //
                                TwistedTorusParams,    //
                                HexagonalTorusParams,  //
                                CirculantParams,       //
                                MidimewParams,         //
                                GraphParams> {};

}  // namespace fsin::topology

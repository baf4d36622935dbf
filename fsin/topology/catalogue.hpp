// SPDX-License-Identifier: Apache-2.0
// The catalogue of topologies. To add one, write its file and add its type here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/topology/digit_shift.hpp"
#include "fsin/topology/dragonfly.hpp"
#include "fsin/topology/dragonfly_plus.hpp"
#include "fsin/topology/fat_tree.hpp"
#include "fsin/topology/full_mesh.hpp"
#include "fsin/topology/jellyfish.hpp"
#include "fsin/topology/leaf_spine.hpp"
#include "fsin/topology/mesh.hpp"
#include "fsin/topology/polar_fly.hpp"
#include "fsin/topology/slim_fly.hpp"
#include "fsin/topology/thin_tree.hpp"
#include "fsin/topology/torus.hpp"
#include "fsin/topology/xgft.hpp"
#include "fsin/topology/xpander.hpp"

namespace fsin::topology {

template <TopologyParams... Params>
using CatalogueOf = config::Catalogue<Params...>;

using Topologies = CatalogueOf<TorusParams,          //
                               MeshParams,           //
                               FatTreeParams,        //
                               ThinTreeParams,       //
                               SlimTreeParams,       //
                               XgftParams,           //
                               LeafSpineParams,      //
                               FullMeshParams,       //
                               DragonflyParams,      //
                               DragonflyPlusParams,  //
                               SlimFlyParams,        //
                               PolarFlyParams,       //
                               JellyfishParams,      //
                               XpanderParams,        //
                               DeBruijnParams,       //
                               KautzParams>;

inline std::optional<Fault> fault_of(const Topologies::variant& params) {
  return std::visit(
      [](const auto& each) -> std::optional<Fault> {
        if constexpr (requires { each.fault(); }) return each.fault();
        return std::nullopt;
      },
      params);
}
inline Extent extent_of(const Topologies::variant& params) {
  return std::visit([](const auto& each) { return each.extent(); }, params);
}
inline GeometryPointer geometry_of(const Topologies::variant& params) {
  return std::visit([](const auto& each) { return each.geometry(); }, params);
}
inline Topology build(const Topologies::variant& params) {
  return std::visit([](const auto& each) { return each.build(); }, params);
}

}  // namespace fsin::topology

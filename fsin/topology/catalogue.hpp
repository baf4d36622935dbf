// SPDX-License-Identifier: Apache-2.0
// The catalogue of topologies. To add one, write its file and add its type here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/topology/circulant.hpp"
#include "fsin/topology/dragonfly.hpp"
#include "fsin/topology/fat_tree.hpp"
#include "fsin/topology/hexagonal_torus.hpp"
#include "fsin/topology/hypercube.hpp"
#include "fsin/topology/mesh.hpp"
#include "fsin/topology/midimew.hpp"
#include "fsin/topology/torus.hpp"
#include "fsin/topology/twisted_torus.hpp"

namespace fsin::topology {

template <TopologyParams... Params>
using CatalogueOf = config::Catalogue<Params...>;

using Topologies = CatalogueOf<TorusParams, MeshParams, FatTreeParams, DragonflyParams, HypercubeParams,
                               TwistedTorusParams, HexagonalTorusParams, CirculantParams, MidimewParams>;

inline Extent extent_of(const Topologies::variant& params) {
  return std::visit([](const auto& each) { return each.extent(); }, params);
}
inline GeometryPointer geometry_of(const Topologies::variant& params) {
  return std::visit([](const auto& each) { return each.geometry(); }, params);
}
inline std::optional<Fault> fault_of(const Topologies::variant& params) {
  return std::visit(
      [](const auto& each) -> std::optional<Fault> {
        if constexpr (requires { each.fault(); }) return each.fault();
        return {};
      },
      params);
}
inline Topology build(const Topologies::variant& params) {
  return std::visit([](const auto& each) { return each.build(); }, params);
}

}  // namespace fsin::topology

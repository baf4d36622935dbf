// SPDX-License-Identifier: Apache-2.0
// Torus (k-ary n-cube, mixed radices allowed). Dally & Towles, Principles and Practices of Interconnection Networks,
// chapter 5. Nodes and routers are the same; distances and bounds are in docs/model/network.md,
// "Topologies and numbers".
#pragma once

#include "fsin/topology/grids/cartesian.hpp"

namespace fsin::topology {

struct TorusParams {
  static constexpr std::string_view name = "torus";
  static constexpr std::string_view doc = "k-ary n-cube: a grid with wrap-around links in every dimension";
  static constexpr std::string_view cite = "Dally & Towles 2004, chapter 5";

  std::vector<unsigned> dims{8, 8};
  bool bidirectional = true;

  template <class F>
  void fields(F& f) {
    f("dims", dims, "nodes per dimension, X first").range(2, 32767).size(1, max_dimensions).written_by_x();
    f("bidirectional", bidirectional, "false: packets travel upward only, round the ring");
  }
  CartesianShape shape() const { return {dims, true, bidirectional}; }
  Extent extent() const { return cartesian_extent(shape()); }
  Numbering numbering() const { return {.dims = dims}; }
  GeometryPointer geometry() const { return std::make_shared<Cartesian>(shape()); }
  Topology build() const { return build_cartesian(name, shape()); }
  std::optional<Unlike> unlike_original() const { return topology::unlike_original(shape()); }
};

}  // namespace fsin::topology

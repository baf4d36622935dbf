// SPDX-License-Identifier: Apache-2.0
// Mesh: a torus without its wrap-around links. Dally & Towles, chapter 5.
#pragma once

#include "fsin/topology/grids/cartesian.hpp"

namespace fsin::topology {

struct MeshParams {
  static constexpr std::string_view name = "mesh";
  static constexpr std::string_view doc = "k-ary n-mesh: a grid without wrap-around links";
  static constexpr std::string_view cite = "Dally & Towles 2004, chapter 5";

  std::vector<unsigned> dims{8, 8};

  template <class F>
  void fields(F& f) {
    f("dims", dims, "nodes per dimension, X first").range(2, 32767).size(1, max_dimensions).written_by_x();
  }
  CartesianShape shape() const { return {dims, false, true}; }
  Extent extent() const { return cartesian_extent(shape()); }
  Numbering numbering() const { return {.dims = dims}; }
  GeometryPointer geometry() const { return std::make_shared<Cartesian>(shape()); }
  Topology build() const { return build_cartesian(name, shape()); }
  std::optional<Unlike> unlike_original() const { return topology::unlike_original(shape()); }
};

}  // namespace fsin::topology

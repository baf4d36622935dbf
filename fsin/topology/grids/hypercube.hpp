// SPDX-License-Identifier: Apache-2.0
// Binary n-cube: a node's number has n bits, and a link leads to each number that differs in one bit. It is a mesh with
// two nodes in every dimension, so that every routing of grids runs on it; of the two ports of a dimension each router
// uses the one that leads somewhere. C. L. Seitz, The cosmic cube, CACM 28(1), 1985.
#pragma once

#include "fsin/topology/grids/cartesian.hpp"

namespace fsin::topology {

struct HypercubeParams {
  static constexpr std::string_view name = "hypercube";
  static constexpr std::string_view doc = "binary n-cube: links between numbers that differ in one bit";
  static constexpr std::string_view cite = "Seitz, CACM 28(1), 1985";

  unsigned dimensions = 6;

  template <class F>
  void fields(F& f) {
    f("dimensions", dimensions, "bits of the number of a node; 2^dimensions nodes").range(1, max_dimensions);
  }
  CartesianShape shape() const { return {std::vector<unsigned>(dimensions, 2), false, true}; }
  Extent extent() const { return cartesian_extent(shape()); }
  Numbering numbering() const { return {.dims = shape().dims}; }
  GeometryPointer geometry() const { return std::make_shared<Cartesian>(shape()); }
  Topology build() const { return build_cartesian(name, shape()); }
};

}  // namespace fsin::topology

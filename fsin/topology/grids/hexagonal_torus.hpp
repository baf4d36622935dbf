// SPDX-License-Identifier: Apache-2.0
// Hexagonal torus: a two-dimensional torus with a third pair of links to the neighbours (x + 1, y + 1) and (x - 1, y -
// 1), so that the network is a mesh of triangles with six links a router. S. B. Furber et al., Overview of the
// SpiNNaker system architecture, IEEE ToC 62(12), 2013; M.-S. Chen, K. G. Shin, D. D. Kandlur, Addressing, routing, and
// broadcasting in hexagonal mesh multiprocessors, IEEE ToC 39(1), 1990.
//
// Ports: X+ X- Y+ Y- XY+ XY-; XY+ adds one to both coordinates. SpiNNaker's numbers go round the compass instead: east
// 0 is X+, north-east 1 is XY+, north 2 is Y+, west 3 is X-, south-west 4 is XY-, south 5 is Y-. Not modelled: its
// multicast routing tables.
#pragma once

#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/grids/cayley.hpp"

namespace fsin::topology {

struct HexagonalTorusParams {
  static constexpr std::string_view name = "hexagonal-torus";
  static constexpr std::string_view doc = "a torus of triangles with six links a router, as in SpiNNaker";
  static constexpr std::string_view cite = "Furber et al., IEEE ToC 62(12), 2013";

  std::vector<unsigned> dims{8, 8};

  template <class F>
  void fields(F& f) {
    f("dims", dims, "nodes per dimension, X first").range(2, 32767).size(2, 2).written_by_x();
  }
  CayleyShape cayley() const {
    CayleyShape shape{dims, {}, {}, {}, Paper::triangles};
    add_unit_steps(shape);
    shape.steps.push_back({1, 1});
    shape.names.emplace_back("XY");
    return shape;
  }
  Extent extent() const { return cayley_extent(cayley()); }
  Numbering numbering() const { return {.dims = dims}; }
  GeometryPointer geometry() const { return std::make_shared<Cayley>(cayley()); }
  Topology build() const { return build_cayley(name, cayley()); }
};

}  // namespace fsin::topology

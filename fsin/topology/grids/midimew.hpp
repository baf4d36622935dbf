// SPDX-License-Identifier: Apache-2.0
// Midimew (minimum distance mesh with wrap-around links): of all circulant graphs with two jumps one of least diameter
// and average distance, for any number of nodes. The jumps are b - 1 and b, where b is the root of half the nodes,
// rounded up. R. Beivide, E. Herrada, J. L. Balcazar, A. Arruabarrena, Optimal distance networks of low degree for
// parallel computers, IEEE ToC 40(10), 1991.
#pragma once

#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/topology/grids/circulant.hpp"

namespace fsin::topology {

struct MidimewParams {
  static constexpr std::string_view name = "midimew";
  static constexpr std::string_view doc = "the circulant graph of degree 4 with the shortest distances";
  static constexpr std::string_view cite = "Beivide et al., IEEE ToC 40(10), 1991";

  unsigned nodes = 64;

  template <class F>
  void fields(F& f) {
    f("nodes", nodes, "number of nodes, each with a router").range(5, max_circle);
  }
  CayleyShape cayley() const {
    unsigned b = 1;
    while (2 * b * b < nodes) ++b;
    return circle(nodes, {b - 1, b});
  }
  Extent extent() const { return cayley_extent(cayley()); }
  static Numbering numbering() { return {}; }
  GeometryPointer geometry() const { return std::make_shared<Cayley>(cayley()); }
  Topology build() const { return build_cayley(name, cayley()); }
};

}  // namespace fsin::topology

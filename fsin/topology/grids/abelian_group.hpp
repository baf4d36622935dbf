// SPDX-License-Identifier: Apache-2.0
// A finite abelian group as coordinates with a carry: going once round dimension `over` upward adds `by` to the
// coordinate of a lower dimension. Without twists it is the product of cyclic groups, one a dimension, whose elements
// are the nodes of a torus; every finite abelian group with generators can be written with twists (the Hermite normal
// form of its lattice of relations). C. Camarero, C. Martinez, R. Beivide, Lattice graphs for high-scale
// interconnection topologies, IEEE TPDS 26(9), 2015.
//
// Elements are numbered x + kx * y + kx * ky * z + ..., coordinates below those of `dims`.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "fsin/topology/grids/direct.hpp"

namespace fsin::topology {

struct Twist {
  unsigned over;   ///< the dimension whose ring is completed
  unsigned moves;  ///< the dimension whose coordinate changes, a lower one
  unsigned by;
};

/// Coordinates, in range or not.
using Element = std::array<std::int64_t, max_dimensions>;

class AbelianGroup {
 public:
  AbelianGroup(std::vector<unsigned> dims, std::vector<Twist> twists);

  const std::vector<unsigned> dims;

  std::size_t order() const;
  std::uint32_t number(Element element) const;
  /// The number of the element with these coordinates, each above -k and below k: without division.
  std::uint32_t reduced(std::array<std::int32_t, max_dimensions> coordinates) const {
    std::uint32_t number = 0;
    for (std::size_t d = dims.size(); d-- > 0;) {
      const auto k = static_cast<std::int32_t>(dims[d]);
      std::int32_t rounds = 0;
      for (; coordinates[d] < 0; coordinates[d] += k) --rounds;
      for (; coordinates[d] >= k; coordinates[d] -= k) ++rounds;
      for (const Twist& twist : twists_) {
        if (twist.over == d) coordinates[twist.moves] += rounds * static_cast<std::int32_t>(twist.by);
      }
      number = number * dims[d] + static_cast<std::uint32_t>(coordinates[d]);
    }
    return number;
  }
  Element element(std::uint32_t number) const;
  /// element + times * other
  static Element sum(Element element, const Element& other, int times = 1);

 private:
  std::vector<Twist> twists_;
};

}  // namespace fsin::topology

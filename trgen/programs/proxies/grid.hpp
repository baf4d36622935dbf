// SPDX-License-Identifier: Apache-2.0
// A grid of ranks in three dimensions, x fastest: rank = x + X (y + Y z).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace trgen::programs::proxies {

using Triple = std::array<std::uint64_t, 3>;
using Offset = std::array<int, 3>;

class Grid {
 public:
  explicit Grid(const std::array<std::uint32_t, 3>& sides) : sides_(sides) {}

  /// Grid of three factors of a number of ranks with the least surface; x >= y >= z.
  static Grid most_cubic(std::uint32_t ranks);
  /// Grid of the two factors nearest to a square; x >= y, z = 1.
  static Grid most_square(std::uint32_t ranks);

  std::uint32_t side(std::uint32_t dimension) const { return sides_[dimension]; }
  std::uint64_t ranks() const { return std::uint64_t{sides_[0]} * sides_[1] * sides_[2]; }

  std::uint32_t place(std::uint32_t rank, std::uint32_t dimension) const {
    if (dimension == 0) return rank % sides_[0];
    return dimension == 1 ? rank / sides_[0] % sides_[1] : rank / sides_[0] / sides_[1];
  }

  /// The rank at an offset, times `stride`; none beyond the edge of a grid that is not periodic.
  std::optional<std::uint32_t> neighbour(std::uint32_t rank, const Offset& offset, bool periodic = false,
                                         std::uint32_t stride = 1) const;

 private:
  std::array<std::uint32_t, 3> sides_;
};

/// Points of a box that a neighbour at an offset sees: a face, an edge or a corner.
inline std::uint64_t boundary(const Triple& points, const Offset& offset) {
  std::uint64_t count = 1;
  for (std::uint32_t d = 0; d < 3; ++d) count *= offset[d] == 0 ? points[d] : 1;
  return count;
}

/// Calls visit(offset) for the 26 neighbours of a cell, in the order of their ranks in a grid that is not periodic.
template <class Visit>
void for_each_neighbour(Visit visit) {
  for (int z = -1; z <= 1; ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        if (x != 0 || y != 0 || z != 0) visit(Offset{x, y, z});
      }
    }
  }
}

}  // namespace trgen::programs::proxies

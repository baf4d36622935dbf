// SPDX-License-Identifier: Apache-2.0
// Ranks in a two-dimensional grid, row by row, as nearly square as their number allows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace trgen::kernels {

struct Grid {
  std::uint32_t width = 1;  ///< at least the height
  std::uint32_t height = 1;

  constexpr std::uint32_t x(std::uint32_t rank) const { return rank % width; }
  constexpr std::uint32_t y(std::uint32_t rank) const { return rank / width; }
};

constexpr Grid near_square(std::uint32_t ranks) {
  Grid grid{ranks, 1};
  for (std::uint32_t height = 1; std::uint64_t{height} * height <= ranks; ++height) {
    if (ranks % height == 0) grid = {ranks / height, height};
  }
  return grid;
}

/// The neighbours of a rank; none beyond the borders of the grid.
struct Neighbours {
  std::array<std::uint32_t, 4> rank{};
  std::size_t count = 0;

  constexpr void add(bool exists, std::uint32_t neighbour) {
    if (exists) rank[count++] = neighbour;
  }
};

}  // namespace trgen::kernels

// SPDX-License-Identifier: Apache-2.0
// Wavefronts over a near-square grid of ranks, as in LU and Sweep3D: a rank receives from the neighbours behind it,
// then sends to those ahead. Iterations follow each other as waves in a pipeline.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/grid.hpp"
#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct Waterfall {
  static constexpr std::string_view name = "waterfall";
  static constexpr std::string_view doc = "2-D wavefront: receive from -X and -Y, send to +X and +Y";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t rank) {
    return behind(s, rank).count + ahead(s, rank).count;
  }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const Neighbours from = behind(s, rank);
    if (index < from.count) return {false, from.rank[index], iteration_tag(iteration), s.bytes};
    return {true, ahead(s, rank).rank[index - from.count], iteration_tag(iteration), s.bytes};
  }

 private:
  static Neighbours behind(const KernelSettings& s, std::uint32_t rank) {
    const Grid grid = near_square(s.ranks);
    Neighbours all;
    all.add(grid.x(rank) > 0, rank - 1);
    all.add(grid.y(rank) > 0, rank - grid.width);
    return all;
  }
  static Neighbours ahead(const KernelSettings& s, std::uint32_t rank) {
    const Grid grid = near_square(s.ranks);
    Neighbours all;
    all.add(grid.x(rank) + 1 < grid.width, rank + 1);
    all.add(grid.y(rank) + 1 < grid.height, rank + grid.width);
    return all;
  }
};

}  // namespace trgen::kernels

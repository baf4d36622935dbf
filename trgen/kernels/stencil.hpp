// SPDX-License-Identifier: Apache-2.0
// Stencils on a near-square grid of ranks: every rank exchanges a message with each of its neighbours.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/grid.hpp"
#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct Stencil {
  static constexpr std::string_view name = "stencil";
  static constexpr std::string_view doc = "2-D mesh of ranks: send to +X, -X, +Y, -Y, then receive from the same";

  static std::string check(const KernelSettings& s) { return s.ranks < 2 ? "needs 2 ranks or more" : ""; }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t rank) { return 2 * neighbours(s, rank).count; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const Neighbours all = neighbours(s, rank);
    return {index < all.count, all.rank[index % all.count], iteration_tag(iteration), s.bytes};
  }

 private:
  static Neighbours neighbours(const KernelSettings& s, std::uint32_t rank) {
    const Grid grid = near_square(s.ranks);
    Neighbours all;
    all.add(grid.x(rank) + 1 < grid.width, rank + 1);
    all.add(grid.x(rank) > 0, rank - 1);
    all.add(grid.y(rank) + 1 < grid.height, rank + grid.width);
    all.add(grid.y(rank) > 0, rank - grid.width);
    return all;
  }
};

/// Systolic: each rank sends to +Y and +X on a torus, as in Cannon's matrix product.
struct TorusStencil {
  static constexpr std::string_view name = "torus-stencil";
  static constexpr std::string_view doc = "2-D torus of ranks: send to +Y and +X, receive from -Y and -X";

  static std::string check(const KernelSettings& s) {
    return near_square(s.ranks).height < 2 ? "needs a number of ranks that makes a grid of 2 x 2 or more" : "";
  }
  static std::uint64_t events(const KernelSettings&, std::uint32_t) { return 4; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const Grid grid = near_square(s.ranks);
    const bool is_send = index < 2;
    const bool along_y = index % 2 == 0;
    const std::uint32_t size = along_y ? grid.height : grid.width;
    const std::uint32_t here = along_y ? grid.y(rank) : grid.x(rank);
    const std::uint32_t there = (here + (is_send ? 1 : size - 1)) % size;
    const std::uint32_t peer = along_y ? there * grid.width + grid.x(rank) : grid.y(rank) * grid.width + there;
    return {is_send, peer, iteration_tag(iteration), s.bytes};
  }
};

}  // namespace trgen::kernels

// SPDX-License-Identifier: Apache-2.0
// The halo exchange of a 3-D domain decomposition with periodic borders: six neighbours, one message each way.
//
// Ranks form a box, x fastest, as near to a cube as their divisors allow: 524,800 ranks are 80 x 80 x 82. On a torus of
// these dimensions, in consecutive placement, every message travels one hop. This is the case of the scaling study of
// TraceR (B. Acun et al., "Preliminary Evaluation of a Parallel Trace Replay Tool for HPC Network Simulations",
// Euro-Par 2015 workshops), section 5.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

/// Sides of the box, ascending: the largest divisor not above the cube root, then the largest not above the square root
/// of the rest.
inline std::array<std::uint32_t, 3> near_cube(std::uint32_t ranks) {
  const auto divisor_up_to = [](double root, std::uint32_t of) {
    auto side = static_cast<std::uint32_t>(root + 1e-9);
    while (of % side != 0) --side;
    return side;
  };
  const std::uint32_t x = divisor_up_to(std::cbrt(ranks), ranks);
  const std::uint32_t y = divisor_up_to(std::sqrt(ranks / x), ranks / x);
  return {x, y, ranks / x / y};
}

struct Stencil3d {
  static constexpr std::string_view name = "stencil-3d";
  static constexpr std::string_view doc =
      "3-D torus of ranks: send to +X, -X, +Y, -Y, +Z, -Z, then receive from the same";

  static std::string check(const KernelSettings& s) {
    return near_cube(s.ranks)[0] < 2 ? "needs a number of ranks that makes a box of 2 x 2 x 2 or more" : "";
  }
  static std::uint64_t events(const KernelSettings&, std::uint32_t) { return 12; }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const bool is_send = index < 6;
    // The receive has the index of the neighbour's send in the opposite direction. With two ranks on a side, both
    // receives of a dimension are from the same rank, in the order in which it sent the messages.
    const unsigned axis = static_cast<unsigned>(index % 6 / 2);
    const bool up = (index % 2 == 0) == is_send;
    return {is_send, neighbour(near_cube(s.ranks), rank, axis, up), iteration_tag(iteration), s.bytes};
  }

 private:
  static std::uint32_t neighbour(const std::array<std::uint32_t, 3>& sides, std::uint32_t rank, unsigned axis,
                                 bool up) {
    std::uint32_t stride = 1;
    for (unsigned i = 0; i < axis; ++i) stride *= sides[i];
    const std::uint32_t here = rank / stride % sides[axis];
    const std::uint32_t there = (here + (up ? 1 : sides[axis] - 1)) % sides[axis];
    return rank + there * stride - here * stride;
  }
};

}  // namespace trgen::kernels

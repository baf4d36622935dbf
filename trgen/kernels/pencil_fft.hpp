// SPDX-License-Identifier: Apache-2.0
// The transposes of a three-dimensional FFT in pencils: ranks form a near-square grid, and an iteration is an
// all-to-all within every row, then one within every column. In each of them, a rank sends to the ranks after it, once
// round, and receives from them in the same order. On a grid of w columns and h rows, each rank sends w + h - 2
// messages.
//
// Messages have the same size in rows and in columns: a rank holds `bytes` times w in one transpose and `bytes` times h
// in the other. Not modelled: the way back to the first layout.
//
// Source: D. Pekurovsky, P3DFFT: a framework for parallel computations of Fourier transforms in three dimensions, SIAM
// J. Sci. Comput. 34, 2012.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/grid.hpp"
#include "trgen/kernels/kernel.hpp"

namespace trgen::kernels {

struct PencilFft {
  static constexpr std::string_view name = "pencil-fft";
  static constexpr std::string_view doc =
      "3-D FFT on a 2-D grid of ranks: all-to-all within each row, then each column";

  static std::string check(const KernelSettings& s) {
    return near_square(s.ranks).height < 2 ? "needs a number of ranks that makes a grid of 2 x 2 or more" : "";
  }
  static std::uint64_t events(const KernelSettings& s, std::uint32_t) {
    const Grid grid = near_square(s.ranks);
    return 2 * (std::uint64_t{grid.width} + grid.height - 2);
  }
  static Event event(const KernelSettings& s, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index) {
    const Grid grid = near_square(s.ranks);
    const std::uint64_t of_row = 2 * (std::uint64_t{grid.width} - 1);
    const bool in_row = index < of_row;
    const std::uint32_t size = in_row ? grid.width : grid.height;
    const std::uint32_t here = in_row ? grid.x(rank) : grid.y(rank);
    const std::uint64_t step = in_row ? index : index - of_row;
    const auto there = static_cast<std::uint32_t>((here + step % (size - 1) + 1) % size);
    const std::uint32_t peer = in_row ? rank - here + there : there * grid.width + grid.x(rank);
    return {step < size - 1, peer, iteration_tag(iteration), s.bytes};
  }
};

}  // namespace trgen::kernels

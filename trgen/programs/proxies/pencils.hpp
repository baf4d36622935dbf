// SPDX-License-Identifier: Apache-2.0
// Proxy: 3-D Fourier transforms over pencils, forwards and backwards in each iteration.
//
// Modelled: P1 x P2 ranks; rank = j + P2 i. From pencils along x to y, an all-to-all of the P1 ranks with the same j;
// from y to z, one of the P2 ranks with the same i; backwards in reverse. Where a side is no multiple of the ranks that
// divide it, the first ones have one plane more, and the exchange is an all-to-all with sizes of its own. An operation
// of compute.rate is a floating-point operation: 5 N log2 N for a transform of N points. Source: D. Pekurovsky,
// "P3DFFT", SIAM J. Sci. Comput. 34(4), 2012; N. Li, S. Laizet, "2DECOMP&FFT", CUG 2010.
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct PencilsParams : Common {
  static constexpr std::string_view name = "fft-pencils";
  static constexpr std::string_view doc =
      "3-D Fourier transforms: all-to-all along rows, then columns of a grid of ranks";
  static constexpr std::string_view cite = "P3DFFT, Pekurovsky 2012; 2DECOMP&FFT, Li and Laizet 2010";

  std::vector<std::uint32_t> grid;
  std::vector<std::uint64_t> points{128, 128, 128};
  std::uint64_t point_bytes = 16;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("grid", grid, "ranks in each of two dimensions, P1 x P2 (default: the most square grid)")
        .range(1, 4'000'000'000U)
        .size(0, 2)
        .written_by_x();
    f("points", points, "points of the whole cube in each of three dimensions")
        .range(1, 1'000'000'000)
        .size(3, 3)
        .written_by_x();
    f("point_bytes", point_bytes, "bytes of a point").range(1, 1'000'000);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies

// SPDX-License-Identifier: Apache-2.0
// Proxy: adaptive mesh refinement. Each rank has a block of a periodic cube of blocks, refined to a level that changes
// at every regridding.
//
// Modelled: an iteration exchanges the faces with the six neighbours in the cube, and with `links` further ranks that
// refinement made neighbours; a face between levels a and b has side^2 4^max(a, b) points. Levels are drawn for each
// block and regridding; partners are pairs: link k joins rank r and (c - r) mod P, c drawn for each link and
// regridding, so that lists are symmetric. Regridding sums the numbers of blocks by level and moves the points of a
// block between the pairs of link 0 whose levels changed. An operation of compute.rate is the update of a point. Not
// modelled: a mesh whose levels differ by one at most. Source: miniAMR (Mantevo; C. Vaughan, R. Barrett, CUG 2015); M.
// Berger, J. Oliger, J. Comput. Phys. 53, 1984.
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct AmrParams : Common {
  static constexpr std::string_view name = "amr";
  static constexpr std::string_view doc = "adaptive mesh: exchanges whose partners and sizes change at each regridding";
  static constexpr std::string_view cite = "miniAMR, Vaughan and Barrett 2015; Berger and Oliger 1984";

  std::vector<std::uint32_t> grid;
  std::uint64_t side = 8;
  std::uint64_t point_bytes = 8;
  std::uint32_t levels = 4;
  std::uint32_t links = 4;
  std::uint64_t regrid = 5;
  std::uint64_t seed = 1;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("grid", grid, "ranks in each of three dimensions (default: the most cubic grid)")
        .range(1, 4'000'000'000U)
        .size(0, 3)
        .written_by_x();
    f("side", side, "points of an unrefined block in each dimension").range(1, 10'000);
    f("point_bytes", point_bytes, "bytes of a point").range(1, 1'000'000);
    f("levels", levels, "levels of refinement; 1: none").range(1, 10);
    f("links", links, "neighbours of a rank by refinement, beyond those of the cube").range(0, 64);
    f("regrid", regrid, "iterations between regriddings").range(1, most_iterations);
    f("seed", seed, "seed of levels and partners; measure.seed does not change the program");
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies

// SPDX-License-Identifier: Apache-2.0
// Proxy: discrete-ordinates transport. For each octant of directions a wavefront runs over the grid of ranks from one
// corner to the opposite one, in blocks that fill the pipeline.
//
// Modelled: grids of two dimensions, where each rank has whole columns that are cut into blocks of planes
// (Koch-Baker-Alcouffe, as in Sweep3D), and of three dimensions (as in Kripke). A block receives from the ranks before
// it in each dimension, computes and sends to the ranks after it; each iteration ends with a sum of 8 bytes. An
// operation of compute.rate is the update of an unknown: one zone, direction and group. Not modelled: Kripke takes the
// blocks of different octants in the order in which their messages arrive; here octants are in a fixed order.
// Source: R. Baker, K. Koch, "An Sn algorithm for the massively parallel CM-200", NSE 128, 1998; Sweep3D (LANL); A.
// Kunen, T. Bailey, P. Brown, "Kripke", LLNL-CONF-675389, 2015.
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct SweepParams : Common {
  static constexpr std::string_view name = "sweep";
  static constexpr std::string_view doc = "transport sweeps: pipelined wavefronts from each corner of a grid of ranks";
  static constexpr std::string_view cite = "Koch-Baker-Alcouffe; Sweep3D (LANL); Kripke (LLNL-CONF-675389)";

  std::vector<std::uint32_t> grid;
  std::vector<std::uint64_t> zones{16, 16, 16};
  std::uint32_t directions = 96;
  std::uint32_t groups = 32;
  std::uint32_t direction_sets = 8;
  std::uint32_t group_sets = 2;
  std::uint32_t plane_blocks = 1;
  std::uint32_t dimensions = 3;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("dimensions", dimensions, "dimensions in which ranks divide the zones: 2 or 3").range(2, 3);
    f("grid", grid, "ranks in each dimension (default: the most square or cubic grid)")
        .range(1, 4'000'000'000U)
        .size(0, 3)
        .written_by_x();
    f("zones", zones, "zones of a rank in each of three dimensions").range(1, most_points).size(3, 3).written_by_x();
    f("directions", directions, "directions of all octants together: a multiple of direction_sets").range(8, 1'000'000);
    f("groups", groups, "energy groups: a multiple of group_sets").range(1, 1'000'000);
    f("direction_sets", direction_sets, "blocks of directions: a multiple of 8").range(8, 1'000'000);
    f("group_sets", group_sets, "blocks of groups").range(1, 1'000'000);
    f("plane_blocks", plane_blocks, "blocks of planes along z, in a grid of two dimensions").range(1, 1'000'000);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;

 private:
  bool check(fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies

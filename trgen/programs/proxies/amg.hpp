// SPDX-License-Identifier: Apache-2.0
// Proxy: conjugate gradient with an algebraic multigrid that coarsens by two in each dimension.
//
// Modelled: on level l a rank has points / 2^l points a side. When that would be less than one, the grid of active
// ranks coarsens instead: a rank sends its point to the one at the next multiple of the doubled distance below, and
// gets its correction from it on the way up; neighbours of the active ranks are 1, 2, 4, ... ranks apart. A level has
// three exchanges of 27-point halos (smoothing down, residual, smoothing up), the coarsest one. Each iteration adds a
// product on the finest level and three sums. Not modelled: the set-up, and stencils that grow on coarse levels. An
// operation of compute.rate is a floating-point operation (2 for each of 27 elements).
// Source: AMG2013 and AMG (LLNL proxy applications); H. Gahvari et al., "Modeling the performance of an algebraic
// multigrid cycle on HPC platforms", ICS 2011.
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct AmgParams : Common {
  static constexpr std::string_view name = "amg";
  static constexpr std::string_view doc = "multigrid down to one rank: neighbours at distances 1, 2, 4, ...";
  static constexpr std::string_view cite = "AMG2013 (LLNL); Gahvari et al., ICS 2011";

  std::vector<std::uint32_t> grid;
  std::uint64_t points = 16;

  template <class F>
  void fields(F& f) {
    common_fields(f);
    f("grid", grid, "ranks in each of three dimensions (default: the most cubic grid)")
        .range(1, 4'000'000'000U)
        .size(0, 3)
        .written_by_x();
    f("points", points, "points of a rank in each dimension: a power of two").range(1, most_points);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies

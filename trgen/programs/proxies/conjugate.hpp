// SPDX-License-Identifier: Apache-2.0
// Proxies: HPCG and miniFE, conjugate gradients on a 27-point operator over boxes of points.
//
// HPCG: each iteration a V-cycle on four levels, each half as wide as the one before (two symmetric Gauss-Seidel sweeps
// and a residual a level, one sweep on the coarsest, each with an exchange of halos), then a product of matrix and
// vector (one exchange) and three sums of 8 bytes. miniFE: the product and two sums, one in the first iteration.
// Checked: 50 iterations of HPCG on 6 to 27 ranks and 25 of miniFE on 8 have the records of real runs, in their order.
// Modelled: one solve, with its start. The default grid is the most cubic one with x >= y >= z, where HPCG may order
// the sides otherwise (2 x 3 x 2 on 12 ranks). miniFE adds two sums to an iteration that is about to break down. Not
// modelled: the set-up of the matrix and the further solves of a benchmark run. An operation of compute.rate is a
// floating-point operation, counted as the programs do (27 non-zero elements a row). Source: HPCG 3.1
// (github.com/hpcg-benchmark/hpcg), src/CG_ref.cpp, ComputeMG_ref.cpp, ReportResults.cpp; miniFE 2.2
// (github.com/Mantevo/miniFE), cg_solve.hpp.
#pragma once

#include "trgen/programs/proxies/common.hpp"

namespace trgen::programs::proxies {

struct ConjugateParams : Common {
  std::vector<std::uint32_t> grid;
  std::vector<std::uint64_t> points;

  template <class F>
  void conjugate_fields(F& f) {
    common_fields(f);
    f("grid", grid, "ranks in each of three dimensions (default: the most cubic grid)")
        .range(1, 4'000'000'000U)
        .size(0, 3)
        .written_by_x();
    f("points", points, "rows of the matrix that a rank has, as points in each of three dimensions")
        .range(1, most_points)
        .size(3, 3)
        .written_by_x();
  }
};

struct HpcgParams : ConjugateParams {
  static constexpr std::string_view name = "hpcg";
  static constexpr std::string_view doc = "HPCG: conjugate gradient with a four-level multigrid, 27-point halos";
  static constexpr std::string_view cite = "HPCG 3.1; Dongarra, Heroux, Luszczek, IJHPCA 30(1), 2016";

  HpcgParams() {
    points = {16, 16, 16};
    iterations = 50;
  }

  template <class F>
  void fields(F& f) {
    conjugate_fields(f);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

struct MinifeParams : ConjugateParams {
  static constexpr std::string_view name = "minife";
  static constexpr std::string_view doc = "miniFE: unpreconditioned conjugate gradient, 27-point halos";
  static constexpr std::string_view cite = "miniFE 2.2; Heroux et al., SAND2009-5574";

  MinifeParams() {
    points = {32, 32, 32};
    iterations = 200;
  }

  template <class F>
  void fields(F& f) {
    conjugate_fields(f);
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::proxies

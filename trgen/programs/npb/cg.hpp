// SPDX-License-Identifier: Apache-2.0
// NPB CG: the smallest eigenvalue of a sparse matrix by inverse iteration, each step a conjugate gradient of 25 steps.
//
// Modelled: all messages. The ranks are a grid of 2^ceil(m/2) columns; sums over a row of the grid, of vectors and of
// scalars, are exchanges with the ranks at distance 2^i, and the result goes to the transposed rank; diagonal ranks of
// a square grid send it to themselves. Not modelled: the numbers themselves.
// Source: NPB 3.3.1, CG/cg.f; sizes of classes: NPB 3.4.2, sys/setparams.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Cg {
  static constexpr std::string_view name = "cg";
  static constexpr std::string_view doc = "conjugate gradient: pairwise exchanges along the rows of a grid of ranks";

  /// Rows of the matrix, iterations, non-zero elements of a row of its generator.
  static constexpr PerClass<std::uint64_t> rows{1400, 7000, 14000, 75000, 150000, 1500000, 9000000, 54000000};
  static constexpr PerClass<std::uint64_t> iterations{15, 15, 15, 75, 75, 100, 100, 100};
  static constexpr PerClass<std::uint32_t> non_zero{7, 8, 11, 13, 15, 21, 26, 31};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb

// SPDX-License-Identifier: Apache-2.0
// When ranks end in two runs, and by how much that differs.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/stats/run_totals.hpp"

namespace fsin::study {

/// The last cycle of each rank; of one that runs as several streams, that of the last one.
std::vector<Cycle> rank_ends(const stats::RunTotals& totals);

/// Of the second number of cycles against the first, which counts as 1 where it is 0.
double relative_error(Cycle first, Cycle second);

/// Relative to the first run.
struct RankErrors {
  double mean = 0;   ///< of absolute values
  double worst = 0;  ///< with its sign
  std::uint32_t worst_rank = 0;
};

/// All 0 where the runs have different ranks, or none.
RankErrors rank_errors(const std::vector<Cycle>& first, const std::vector<Cycle>& second);

}  // namespace fsin::study

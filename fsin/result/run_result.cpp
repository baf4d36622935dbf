// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "fsin/result/experiment_result.hpp"
#include "fsin/stats/worse_outcome.hpp"

namespace fsin::result {

stats::Outcome overall_outcome(const ExperimentResult& result) {
  if (result.runs.count() < result.runs_wanted) return stats::Outcome::interrupted;
  stats::Outcome worst = stats::Outcome::finished;
  for (const auto& [outcome, runs] : result.runs.outcomes()) {
    worst = stats::worse_of(worst, outcome);
  }
  return worst;
}

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

}  // namespace fsin::result

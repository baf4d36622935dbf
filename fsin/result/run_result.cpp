// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "fsin/result/experiment_result.hpp"

namespace fsin::result {
namespace {

/// Interrupted beats all (the rest is unknown), then what makes the figures least usable.
int severity(stats::Outcome outcome) {
  switch (outcome) {
    case stats::Outcome::finished:
      return 0;
    case stats::Outcome::saturated:
      return 1;
    case stats::Outcome::cycle_limit:
      return 2;
    case stats::Outcome::deadlock:
      return 3;
    case stats::Outcome::unreachable:
      return 4;
    case stats::Outcome::interrupted:
      return 5;
  }
  return 5;
}

}  // namespace

stats::Outcome overall_outcome(const ExperimentResult& result) {
  if (result.runs.count() < result.runs_wanted) return stats::Outcome::interrupted;
  stats::Outcome worst = stats::Outcome::finished;
  for (const auto& [outcome, runs] : result.runs.outcomes()) {
    if (severity(outcome) > severity(worst)) worst = outcome;
  }
  return worst;
}

std::string fingerprint_text(std::uint64_t fingerprint) { return fmt::format("{:016x}", fingerprint); }

}  // namespace fsin::result

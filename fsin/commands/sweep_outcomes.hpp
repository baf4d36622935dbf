// SPDX-License-Identifier: Apache-2.0
// How the runs of a sweep ended, as far as they did not end in the normal way.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/stats/joint_outcome.hpp"
#include "fsin/sweep/run.hpp"

namespace fsin::commands {

/// One line on what was not normal; empty when all was.
inline std::string odd_outcomes(const std::vector<sweep::Run>& runs) {
  std::map<std::string_view, std::size_t> counts;
  for (const sweep::Run& run : runs) {
    const auto outcome = run.result.outcome;
    if (outcome != stats::Outcome::finished) ++counts[stats::name_of(outcome)];
  }
  std::string text;
  for (const auto& [outcome, count] : counts) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, outcome);
  return text;
}

/// Runs with a load of which it was not judged whether it is carried.
inline std::size_t not_judged(const std::vector<sweep::Run>& runs) {
  return static_cast<std::size_t>(std::count_if(runs.begin(), runs.end(), [](const sweep::Run& run) {
    return run.result.load == "not judged" && run.result.figure("load.offered").has_value();
  }));
}

/// Saturation is a result; a network that got stuck, and a run that was given up, are not what was asked for.
inline bool is_wrong(const sweep::Run& run) {
  const auto outcome = run.result.outcome;
  return outcome == stats::Outcome::deadlock || outcome == stats::Outcome::unreachable ||
         outcome == stats::Outcome::cycle_limit;
}

}  // namespace fsin::commands

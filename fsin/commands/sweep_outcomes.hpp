// SPDX-License-Identifier: Apache-2.0
// How the runs of a sweep ended, as far as they did not end in the normal way.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/exit_code.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
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

/// Live programs that have come to their end and returned another code than 0.
inline std::size_t displeased(const std::vector<sweep::Run>& runs) {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const sweep::Run& run) { return run.result.exit_code != 0; }));
}

/// Says which runs did not end in the normal way, or were not judged; the exit code of a sweep that has all of them.
inline int code_of(const std::vector<sweep::Run>& runs) {
  const std::string odd = odd_outcomes(runs);
  if (!odd.empty()) say("not finished in the normal way: {}\n", odd);
  if (const std::size_t unknown = not_judged(runs); unknown > 0)
    say("not judged whether the load is carried: {} (load_verdict in runs.jsonl says why)\n", counted(unknown, "run"));
  const std::size_t returned = displeased(runs);
  if (returned > 0)
    say("the program returned another exit code than 0: {} (workload.exit_code in runs.jsonl); their results are "
        "complete\n",
        counted(returned, "run"));
  return returned > 0 || std::any_of(runs.begin(), runs.end(), is_wrong) ? cli::exit_outcome : cli::exit_done;
}

}  // namespace fsin::commands

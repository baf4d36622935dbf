// SPDX-License-Identifier: Apache-2.0
// Outcomes of runs, read back from results by name, and one outcome that represents several of them.
#pragma once

#include <optional>
#include <string_view>

#include "fsin/stats/outcome.hpp"

namespace fsin::stats {

/// The outcome of this name; empty for an unknown name.
constexpr std::optional<Outcome> outcome_named(std::string_view name) {
  for (const Outcome each : {Outcome::finished, Outcome::deadlock, Outcome::saturated, Outcome::cycle_limit,
                             Outcome::interrupted, Outcome::unreachable}) {
    if (to_string(each) == name) return each;
  }
  return std::nullopt;
}

constexpr std::string_view name_of(std::optional<Outcome> outcome) { return outcome ? to_string(*outcome) : "unknown"; }

/// "finished", or else the first other outcome among the runs that were added; "unknown" is one of these.
class JointOutcome {
 public:
  constexpr void add(std::optional<Outcome> outcome) {
    if (finished()) outcome_ = outcome;
  }
  constexpr bool finished() const { return outcome_ == Outcome::finished; }
  constexpr std::string_view text() const { return name_of(outcome_); }

 private:
  std::optional<Outcome> outcome_ = Outcome::finished;
};

}  // namespace fsin::stats

// SPDX-License-Identifier: Apache-2.0
// The outcome that stands for several runs: of two, the one that leaves their figures less usable.
#pragma once

#include "fsin/stats/outcome.hpp"

namespace fsin::stats {

/// Interrupted beats all (the rest is unknown), then what makes the figures least usable.
constexpr int severity(Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      return 0;
    case Outcome::saturated:
      return 1;
    case Outcome::cycle_limit:
      return 2;
    case Outcome::deadlock:
      return 3;
    case Outcome::unreachable:
      return 4;
    case Outcome::interrupted:
      return 5;
  }
  return 5;
}

constexpr Outcome worse_of(Outcome one, Outcome other) { return severity(other) > severity(one) ? other : one; }

}  // namespace fsin::stats

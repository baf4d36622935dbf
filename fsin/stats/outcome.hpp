// SPDX-License-Identifier: Apache-2.0
// The end of a run. Everything but `finished` is a result that needs a second look: see fsin/report/outcome_text.hpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace fsin::stats {

enum class Outcome : std::uint8_t {
  finished,     ///< the measured window, or the whole trace, was simulated
  deadlock,     ///< nothing can move any more and packets, or ranks, still wait
  saturated,    ///< the network cannot carry the offered load: queues grow without end
  cycle_limit,  ///< measure.max_cycles was reached first
  interrupted,  ///< stopped from outside, or the workload failed under way: the figures are partial
  unreachable,  ///< links or routers have failed, and some packets can never arrive
};

/// The name of an outcome in every output.
constexpr std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      return "finished";
    case Outcome::deadlock:
      return "deadlock";
    case Outcome::saturated:
      return "saturated";
    case Outcome::cycle_limit:
      return "cycle_limit";
    case Outcome::interrupted:
      return "interrupted";
    case Outcome::unreachable:
      return "unreachable";
  }
  return "unknown";
}

}  // namespace fsin::stats

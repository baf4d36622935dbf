// SPDX-License-Identifier: Apache-2.0
// Duration of a round of a program's main loop, from the times of its first rounds.
//
// The first quarter of the rounds is left out, since they begin in an empty network. For the others:
// - Where they repeat exactly, with a period of at most a third of them, the mean is that of the last whole periods,
//   and its interval is empty.
// - Otherwise the mean has an interval of Student's t, widened by sqrt((1 + r) / (1 - r)) for a correlation r > 0 of
//   neighbouring rounds (batch_means.hpp).
// Rounds have not settled when the means of their first and second half differ by more than their intervals allow,
// widened for r up to 0.6, since a trend looks like a large r, and by more than 1e-4 of the mean. Repetition with a
// longer period, or a later change, cannot be seen here.
#pragma once

#include <cstddef>
#include <span>

#include "fsin/core/ids.hpp"

namespace fsin::stats {

struct RoundTime {
  std::size_t used = 0;    ///< rounds that the mean is taken over
  double mean = 0;         ///< cycles of a round
  double half_width = 0;   ///< of the interval of the mean, cycles
  std::size_t period = 0;  ///< rounds after which times repeat; 0: they do not
  bool settled = false;
};

/// The fewest rounds that can be judged.
inline constexpr std::size_t least_rounds = 8;

/// `begun`: the cycles in which the rounds began, followed by that in which the last of them ended.
RoundTime round_time(std::span<const Cycle> begun, double confidence);

}  // namespace fsin::stats

// SPDX-License-Identifier: Apache-2.0
// Where the warm-up of a run ends, by the rule MSER.
//
// Of a series y[0..n) the first d values are left out, d chosen so that the mean of the rest has the smallest standard
// error as if they were independent: d minimises the sum of squared deviations of y[d..n) over (n - d)^2. MSER-5 takes
// means of five observations for y, and the rule here means over bins of equal time. d is looked for in the first half
// of the series; a minimum in the last fifth of that is no minimum: the series still drifts and has to be made longer.
// Source: K. P. White, M. J. Cobb, S. C. Spratt, A comparison of five steady-state truncation heuristics for
// simulation, Winter Simulation Conference 2000.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fsin/stats/time_series.hpp"

namespace fsin::stats {

/// Values to leave out; empty when the series has fewer than ten values or has not settled.
std::optional<std::size_t> mser(const std::vector<double>& series);

/// First cycle of the settled part of a run of `cycles` cycles, by accepted load and by mean latency from generation:
/// the later of the two. Empty when one of them has not settled.
std::optional<Cycle> settled_from(const TimeSeries& series, Cycle cycles);

}  // namespace fsin::stats

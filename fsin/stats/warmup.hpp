// SPDX-License-Identifier: Apache-2.0
// The end of the warm-up of a run, by the rule MSER.
//
// The first d values of a series y[0..n) are left out, d being chosen so that the mean of the rest has the smallest
// standard error if its values were independent: d minimises the sum of squared deviations of y[d..n) divided by (n -
// d)^2. In MSER-5, each y is the mean of five observations; here it is the mean over a bin of time, all bins being
// equal. d is searched for in the first half of the series. A minimum in the last fifth of that half does not count:
// the series still drifts, and the run must be longer. Source: K. P. White, M. J. Cobb, S. C. Spratt, A comparison of
// five steady-state truncation heuristics for simulation, Winter Simulation Conference 2000.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fsin/stats/time_series.hpp"

namespace fsin::stats {

/// Number of values to leave out; empty when the series has fewer than ten values or has not settled.
std::optional<std::size_t> mser(const std::vector<double>& series);

/// First cycle of the settled part of a run of `cycles` cycles, by accepted load and by mean latency from generation:
/// the later of the two. Empty when one of them has not settled.
std::optional<Cycle> settled_from(const TimeSeries& series, Cycle cycles);

}  // namespace fsin::stats

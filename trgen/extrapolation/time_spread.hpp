// SPDX-License-Identifier: Apache-2.0
// How measured times spread around their mean: over ranks, and over iterations. Ranks wait for the slowest one, so a
// mean alone makes a run too fast.
//
// Times of an input are sorted and divided into classes: three quarters, and then, towards the longest ones, always
// half of what is left, since the maximum over ranks is what is waited for. A class has a mean. The distances of these
// means from the mean of all, divided by the mean distance, are the shape of the spread, which is averaged over all
// inputs; the mean distance follows a model of the number of ranks of its own (time_model.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "trgen/extrapolation/time_model.hpp"
#include "trgen/extrapolation/time_samples.hpp"

namespace trgen::extrapolation {

/// Shares of the classes, shortest times first.
inline constexpr std::array spread_shares{1. / 4,  1. / 4,  1. / 4,   1. / 8,  1. / 16,
                                          1. / 32, 1. / 64, 1. / 128, 1. / 128};
using ClassTimes = std::array<double, spread_shares.size()>;

/// Times that spread by less than this share of their mean have none.
inline constexpr double least_spread = 0.01;

/// The mean of each class of these times, which must not be empty.
ClassTimes class_times(std::vector<TimeSamples::Sample> samples);

struct TimeSpread {
  TimeModel mean;
  TimeModel distance;  ///< mean distance from the mean
  ClassTimes shape{};

  /// The times of the classes in a run; all are the mean where they hardly spread. Their mean is that of the
  /// model.
  ClassTimes at(const Scale& scale) const;
};

/// The spread of times with this mean. `samples`: by run, at least one of each.
TimeSpread time_spread(TimeModel mean, const std::map<Scale, std::vector<TimeSamples::Sample>>& samples);

}  // namespace trgen::extrapolation

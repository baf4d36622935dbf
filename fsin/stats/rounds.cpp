// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "fsin/stats/confidence.hpp"

namespace fsin::stats {
namespace {

constexpr double same = 1e-4;  ///< part of the mean below which means count as equal
constexpr double trend = 0.6;  ///< a correlation above is taken for a trend

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Correlation of neighbours, at least 0.
double lag_one(std::span<const double> values, double mean) {
  double between = 0, all = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    all += (values[i] - mean) * (values[i] - mean);
    if (i > 0) between += (values[i] - mean) * (values[i - 1] - mean);
  }
  return all > 0 ? std::clamp(between / all, 0.0, 0.95) : 0;
}

/// Period of the values, 0 without one. Times are whole cycles: repeated ones are equal.
std::size_t period_of(std::span<const double> values) {
  for (std::size_t period = 1; 3 * period <= values.size(); ++period) {
    bool repeats = true;
    for (std::size_t i = period; i < values.size() && repeats; ++i) repeats = values[i] == values[i - period];
    if (repeats) return period;
  }
  return 0;
}

/// Estimate with a widened interval; correlations above `most` count as `most`.
Estimate widened(std::span<const double> values, double confidence, double most = 1) {
  Estimate made = estimate(std::vector<double>(values.begin(), values.end()), confidence);
  const double r = std::min(lag_one(values, made.mean), most);
  made.half_width *= std::sqrt((1 + r) / (1 - r));
  return made;
}

}  // namespace

RoundTime round_time(std::span<const Cycle> begun, double confidence) {
  RoundTime time;
  if (begun.size() < least_rounds + 1) return time;
  std::vector<double> rounds;
  for (std::size_t i = 1; i < begun.size(); ++i) rounds.push_back(static_cast<double>(begun[i] - begun[i - 1]));
  std::span<const double> kept = std::span(rounds).subspan(rounds.size() / 4);
  time.period = period_of(kept);
  if (time.period > 0) {
    std::vector<double> periods;
    const std::size_t count = kept.size() / time.period;
    kept = kept.last(count * time.period);
    for (std::size_t i = 0; i < count; ++i) periods.push_back(mean_of(kept.subspan(i * time.period, time.period)));
    const Estimate made = estimate(periods, confidence);
    return {kept.size(), made.mean, made.half_width, time.period, true};
  }
  const Estimate made = widened(kept, confidence);
  time.used = kept.size();
  time.mean = made.mean;
  time.half_width = made.half_width;
  const Estimate early = widened(kept.first(kept.size() / 2), confidence, trend);
  const Estimate late = widened(kept.last(kept.size() / 2), confidence, trend);
  const double apart = std::abs(early.mean - late.mean);
  time.settled = apart <= std::hypot(early.half_width, late.half_width) || apart <= same * made.mean;
  return time;
}

}  // namespace fsin::stats

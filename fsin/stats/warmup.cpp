// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/warmup.hpp"

#include <algorithm>

namespace fsin::stats {
namespace {

constexpr std::size_t fewest_values = 10;

/// Limit of values: more would have few packets each, and means that are mostly noise.
constexpr std::size_t most_values = 128;

struct Bins {
  std::vector<TimeSeries::Bin> values;
  Cycle length = 1;
};

/// Whole bins only: the last one may be cut short by the end of the run.
Bins whole_bins(const TimeSeries& series, Cycle cycles) {
  Bins bins{series.up_to(cycles), series.length()};
  if ((cycles + 1) % bins.length != 0 && !bins.values.empty()) bins.values.pop_back();
  while (bins.values.size() > most_values) {
    const std::size_t pairs = bins.values.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      TimeSeries::Bin pair = bins.values[2 * i];
      pair.add(bins.values[2 * i + 1]);
      bins.values[i] = pair;
    }
    bins.values.resize(pairs);
    bins.length *= 2;
  }
  return bins;
}

/// A bin without deliveries has the mean of the one before it, so that an idle stretch does not look like a jump.
std::vector<double> mean_latencies(const std::vector<TimeSeries::Bin>& bins) {
  std::vector<double> means;
  double last = 0;
  for (const TimeSeries::Bin& bin : bins) {
    if (bin.packets_delivered != 0) {
      last = static_cast<double>(bin.latency_from_generation_sum) / static_cast<double>(bin.packets_delivered);
    }
    means.push_back(last);
  }
  return means;
}

}  // namespace

std::optional<std::size_t> mser(const std::vector<double>& series) {
  const std::size_t n = series.size();
  if (n < fewest_values) return std::nullopt;
  // From the end, so that the sums over y[d..n) grow by one value a step. Deviations are taken from the last value:
  // the differences are small then, and the sums lose no digits.
  const double shift = series.back();
  double sum = 0, squares = 0, least = 0;
  std::size_t best = n;
  for (std::size_t d = n; d-- > 0;) {
    const double y = series[d] - shift;
    sum += y;
    squares += y * y;
    if (d > n / 2) continue;
    const auto left = static_cast<double>(n - d);
    const double score = std::max(0.0, squares - sum * sum / left) / (left * left);
    if (best == n || score <= least) {
      least = score;
      best = d;
    }
  }
  if (best * 5 >= n * 2) return std::nullopt;  // on a drift with noise the minimum lies near the end of the half
  return best;
}

std::optional<Cycle> settled_from(const TimeSeries& series, Cycle cycles) {
  const Bins bins = whole_bins(series, cycles);
  std::vector<double> accepted;
  for (const TimeSeries::Bin& bin : bins.values) accepted.push_back(static_cast<double>(bin.phits_delivered));
  const auto by_load = mser(accepted);
  const auto by_latency = mser(mean_latencies(bins.values));
  if (!by_load || !by_latency) return std::nullopt;
  return std::max(*by_load, *by_latency) * bins.length;
}

}  // namespace fsin::stats

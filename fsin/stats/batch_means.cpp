// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/batch_means.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "fsin/stats/confidence.hpp"

namespace fsin::stats {
namespace {

constexpr std::array<std::size_t, 3> batch_numbers{32, 16, 8};
constexpr double most_correlation = 0.8;   ///< largest correlation for which an interval can be widened
constexpr double usual_confidence = 0.99;  ///< level at which the widths of intervals are compared
constexpr std::size_t fewest_bins = 16;

std::vector<TimeSeries::Bin> bins_within(const TimeSeries& series, Cycle first, Cycle last) {
  const auto bins = series.up_to(last);
  const Cycle length = series.length();
  std::vector<TimeSeries::Bin> inside;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    if (i * length >= first && (i + 1) * length - 1 <= last) inside.push_back(bins[i]);
  }
  return inside;
}

/// The last `count` batches of equal length; bins that do not fill one are left out at the beginning.
std::vector<TimeSeries::Bin> batches_of(const std::vector<TimeSeries::Bin>& bins, std::size_t count) {
  const std::size_t each = bins.size() / count;
  std::vector<TimeSeries::Bin> batches(count);
  for (std::size_t i = 0; i < count * each; ++i) batches[i / each].add(bins[bins.size() - count * each + i]);
  return batches;
}

double lag1_of(const std::vector<double>& residuals) {
  double products = 0, squares = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    squares += residuals[i] * residuals[i];
    if (i > 0) products += residuals[i] * residuals[i - 1];
  }
  return squares > 0 ? products / squares : 0;
}

double latency_sum(const TimeSeries::Bin& bin, Latency which) {
  return static_cast<double>(which == Latency::from_entry ? bin.latency_sum : bin.latency_from_generation_sum);
}

double widened_by(double lag1) {
  const double r = std::clamp(lag1, 0.0, most_correlation);
  return std::sqrt((1 + r) / (1 - r));
}

/// sum(batch) over size(batch), where each batch has a size.
template <class Sum, class Size>
std::optional<BatchMeans> ratio_of(const std::vector<TimeSeries::Bin>& batches, Sum sum, Size size) {
  const auto k = static_cast<double>(batches.size());
  double sizes = 0, sums = 0;
  for (const TimeSeries::Bin& batch : batches) {
    if (size(batch) <= 0) return std::nullopt;
    sizes += size(batch);
    sums += sum(batch);
  }
  BatchMeans result{.mean = sums / sizes, .batches = batches.size()};
  std::vector<double> residuals;
  double squares = 0;
  for (const TimeSeries::Bin& batch : batches) {
    residuals.push_back(sum(batch) - result.mean * size(batch));
    squares += residuals.back() * residuals.back();
  }
  result.lag1 = lag1_of(residuals);
  result.standard_error = std::sqrt(squares / (k * (k - 1))) / (sizes / k) * widened_by(result.lag1);
  return result;
}

/// The widest of the numbers of batches.
template <class Sum, class Size>
std::optional<BatchMeans> widest_of(const std::vector<TimeSeries::Bin>& bins, Sum sum, Size size) {
  if (bins.size() < fewest_bins) return std::nullopt;
  std::optional<BatchMeans> widest;
  double half_width = 0;
  for (const std::size_t count : batch_numbers) {
    if (count > bins.size()) continue;
    const auto batches = ratio_of(batches_of(bins, count), sum, [&](const TimeSeries::Bin& batch) {
      return size(batch, static_cast<double>(bins.size() / count));
    });
    if (!batches) continue;
    const double width = student_t(usual_confidence, count - 1) * batches->standard_error;
    if (widest && width <= half_width) continue;
    widest = batches;
    half_width = width;
  }
  return widest;
}

}  // namespace

std::optional<BatchMeans> batch_latency(const TimeSeries& series, Cycle first, Cycle last, Latency which) {
  return widest_of(
      bins_within(series, first, last), [which](const TimeSeries::Bin& batch) { return latency_sum(batch, which); },
      [](const TimeSeries::Bin& batch, double /*bins*/) { return static_cast<double>(batch.packets_delivered); });
}

std::optional<BatchMeans> batch_entries(const TimeSeries& series, Cycle first, Cycle last) {
  return widest_of(
      bins_within(series, first, last),
      [](const TimeSeries::Bin& batch) { return static_cast<double>(batch.packets_entered); },
      [&series](const TimeSeries::Bin& /*batch*/, double bins) { return bins * static_cast<double>(series.length()); });
}

}  // namespace fsin::stats

// SPDX-License-Identifier: Apache-2.0
// The parts of histogram.hpp off the hot path.
#include "fsin/stats/histogram.hpp"

#include <cmath>

namespace fsin::stats {

void LatencyHistogram::merge(const LatencyHistogram& other) {
  for (std::size_t i = 0; i < bucket_count; ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  sum_ += other.sum_;
  squares_ += other.squares_;
  min_ = std::min(min_, other.min_);
  max_ = std::max(max_, other.max_);
}

double LatencyHistogram::mean() const {
  return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

double LatencyHistogram::stddev() const {
  if (count_ == 0) return 0.0;
  // With sum = n*q + r, the sum of (v - q)^2 is squares - n*q^2 - 2*q*r: integers, nothing cancels, nothing overflows
  // that the sums themselves did not.
  const Sum128 n = count_;
  const Sum128 q = sum_ / n;
  const Sum128 r = sum_ % n;
  const auto about_q = static_cast<double>(squares_ - n * q * q - 2 * q * r);
  const auto rest = static_cast<double>(r);
  const auto count = static_cast<double>(count_);
  return std::sqrt(std::max(0.0, (about_q - rest * rest / count) / count));
}

std::uint64_t LatencyHistogram::percentile(double q) const {
  if (count_ == 0) return 0;
  const double clamped = std::clamp(q, 0.0, 100.0);
  const auto wanted = static_cast<std::uint64_t>(std::ceil(clamped / 100.0 * static_cast<double>(count_)));
  const std::uint64_t rank = std::clamp<std::uint64_t>(wanted, 1, count_);
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < bucket_count; ++i) {
    seen += buckets_[i];
    if (seen >= rank) return std::clamp(bounds(i).high, min_, max_);
  }
  return max_;
}

LatencyHistogram::Bucket LatencyHistogram::bounds(std::size_t index) {
  if (index < exact_below) return {index, index, 0};
  const std::size_t shift = (index >> split_bits) - 1;
  const std::uint64_t low = (static_cast<std::uint64_t>(index) - (shift << split_bits)) << shift;
  return {low, low + ((std::uint64_t{1} << shift) - 1), 0};
}

std::vector<LatencyHistogram::Bucket> LatencyHistogram::buckets() const {
  std::vector<Bucket> result;
  for (std::size_t i = 0; i < bucket_count; ++i) {
    if (buckets_[i] == 0) continue;
    result.push_back(bounds(i));
    result.back().count = buckets_[i];
  }
  return result;
}

}  // namespace fsin::stats

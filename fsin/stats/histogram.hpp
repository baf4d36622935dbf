// SPDX-License-Identifier: Apache-2.0
// A histogram of latencies in cycles, made to be filled once per delivered packet on the hot path.
//
// Values below 256 have a bucket each. Above, every power of two is split into 128 buckets of equal width, so a
// percentile is never below the true one and exceeds it by less than 1/128 (0.8%). Count, mean, standard deviation,
// minimum and maximum are exact: the sums are integers, so they depend neither on the order of add() nor on how parts
// were merged. The layout follows the idea of high-dynamic-range histograms (Tene, HdrHistogram).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fsin::stats {

__extension__ using Sum128 = unsigned __int128;

class LatencyHistogram {
 public:
  static constexpr unsigned split_bits = 7;                              ///< 2^7 buckets per power of two
  static constexpr std::uint64_t exact_below = 1U << (split_bits + 1U);  ///< 256
  static constexpr double relative_error = 1.0 / (1U << split_bits);     ///< bound for percentiles at or above 256

  LatencyHistogram() : buckets_(bucket_count) {}

  /// Memory of a histogram in bytes, however many values it counts.
  static constexpr std::size_t bytes();

  /// Counts one value. Any value is accepted; the sum of squares is exact while it stays below 2^128.
  void add(std::uint64_t value) {
    ++buckets_[bucket_of(value)];
    ++count_;
    sum_ += value;
    squares_ += static_cast<Sum128>(value) * value;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }

  void merge(const LatencyHistogram& other);
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.buckets_, self.count_, self.sum_, self.squares_, self.min_, self.max_);
  }
  void clear() { *this = LatencyHistogram(); }

  std::uint64_t count() const { return count_; }
  /// Smallest value; 0 when empty, like every figure below.
  std::uint64_t min() const { return count_ == 0 ? 0 : min_; }
  std::uint64_t max() const { return max_; }
  double mean() const;
  /// Standard deviation of the values themselves (divisor n): they are the whole population of the window.
  double stddev() const;
  /// Smallest value v such that at least q percent of the values are <= v, up to the bucket width. q is 0..100.
  std::uint64_t percentile(double q) const;

  struct Bucket {
    std::uint64_t low = 0;   ///< smallest value counted here
    std::uint64_t high = 0;  ///< largest value counted here
    std::uint64_t count = 0;
  };
  /// The buckets that are not empty, in order of value.
  std::vector<Bucket> buckets() const;

 private:
  static constexpr std::size_t bucket_count = (64U - split_bits + 1U) << split_bits;

  static constexpr std::size_t bucket_of(std::uint64_t value) {
    const auto width = static_cast<unsigned>(std::bit_width(value | (exact_below - 1)));
    const unsigned shift = width - (split_bits + 1U);
    return (static_cast<std::size_t>(shift) << split_bits) + static_cast<std::size_t>(value >> shift);
  }
  static Bucket bounds(std::size_t index);

  std::vector<std::uint64_t> buckets_;
  std::uint64_t count_ = 0;
  Sum128 sum_ = 0;
  Sum128 squares_ = 0;
  std::uint64_t min_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_ = 0;
};

constexpr std::size_t LatencyHistogram::bytes() {
  return sizeof(LatencyHistogram) + bucket_count * sizeof(std::uint64_t);
}

}  // namespace fsin::stats

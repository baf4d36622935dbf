// SPDX-License-Identifier: Apache-2.0
// The distribution of times that come one after the other, in bounded memory, as a spread with the same sum.
//
// Times are counted in buckets: by their leading bits, so that the times of a bucket differ by 1/16 at most. Neighbours
// are then joined, those first whose joining adds least to the squared distance of times from the mean of their class
// (J. Ward, "Hierarchical grouping to optimize an objective function", JASA 58, 1963), until few classes are left. Each
// class has the mean of its times, rounded to ns; of the largest one some draws have a ns more, so that the sum is that
// of all times.
#pragma once

#include <cstdint>
#include <map>

#include "trgen/structure/spread.hpp"

namespace trgen::structure {

class Histogram {
 public:
  void add(std::int64_t time) {
    Bucket& bucket = buckets_[bucket_of(time)];
    ++bucket.count;
    bucket.sum += time;
    ++count_;
  }

  std::uint64_t count() const { return count_; }
  /// The spread of all times, with this many classes or fewer, and one value more. There must be a time.
  Spread spread(std::size_t most_classes) const;

 private:
  struct Bucket {
    std::uint64_t count = 0;
    std::int64_t sum = 0;
  };
  static std::int64_t bucket_of(std::int64_t time);

  std::uint64_t count_ = 0;
  std::map<std::int64_t, Bucket> buckets_;  ///< ascending
};

/// Sums over ascending numbers: where to cut them into this many classes or fewer, by the same rule. By number, its
/// class, from 0.
std::vector<std::uint32_t> classes_of(const std::vector<double>& ascending, std::size_t most_classes);

}  // namespace trgen::structure

// SPDX-License-Identifier: Apache-2.0
#include "trgen/structure/histogram.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <vector>

namespace trgen::structure {
namespace {

/// Numbers that have become one class.
struct Joined {
  double count = 0;
  double sum = 0;
  std::size_t behind = 0;  ///< index of the number after the last one

  double mean() const { return sum / count; }
};

/// What joining adds to the squared distance from the means.
double cost_of(const Joined& a, const Joined& b) {
  const double apart = a.mean() - b.mean();
  return a.count * b.count / (a.count + b.count) * apart * apart;
}

void join_least(std::vector<Joined>& all, std::size_t most_classes) {
  while (all.size() > most_classes) {
    std::size_t least = 0;
    for (std::size_t i = 1; i + 1 < all.size(); ++i) {
      if (cost_of(all[i], all[i + 1]) < cost_of(all[least], all[least + 1])) least = i;
    }
    Joined& kept = all[least];
    kept.count += all[least + 1].count;
    kept.sum += all[least + 1].sum;
    kept.behind = all[least + 1].behind;
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(least) + 1);
  }
}

}  // namespace

std::int64_t Histogram::bucket_of(std::int64_t time) {
  constexpr int leading = 5;
  const std::uint64_t size = time < 0 ? 0 - static_cast<std::uint64_t>(time) : static_cast<std::uint64_t>(time);
  const int dropped = std::max(0, static_cast<int>(std::bit_width(size)) - leading);
  const std::int64_t number = std::int64_t{dropped} * (1 << leading) + static_cast<std::int64_t>(size >> dropped);
  return time < 0 ? -number : number;
}

Spread Histogram::spread(std::size_t most_classes) const {
  std::vector<Joined> joined;
  std::vector<Bucket> buckets;
  for (const auto& [number, bucket] : buckets_) {
    buckets.push_back(bucket);
    joined.push_back({static_cast<double>(bucket.count), static_cast<double>(bucket.sum), buckets.size()});
  }
  join_least(joined, most_classes);
  std::map<std::int64_t, std::uint64_t> times;
  std::int64_t missing = 0;  // of the sum
  std::size_t at = 0;
  for (const Joined& each : joined) {
    Bucket own;
    for (; at < each.behind; ++at) {
      own.count += buckets[at].count;
      own.sum += buckets[at].sum;
    }
    const auto value =
        static_cast<std::int64_t>(std::llround(static_cast<double>(own.sum) / static_cast<double>(own.count)));
    times[value] += own.count;
    missing += own.sum - value * static_cast<std::int64_t>(own.count);
  }
  const auto largest =
      std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto [value, count] = *largest;
  const auto signed_count = static_cast<std::int64_t>(count);
  std::int64_t more = missing / signed_count;
  if (missing % signed_count < 0) --more;
  const auto rest = static_cast<std::uint64_t>(missing - more * signed_count);
  times.erase(largest);
  times[value + more] += count - rest;
  if (rest > 0) times[value + more + 1] += rest;
  Spread made;
  for (const auto& [time, number] : times) made.classes.push_back({number, time});
  return made;
}

std::vector<std::uint32_t> classes_of(const std::vector<double>& ascending, std::size_t most_classes) {
  std::vector<Joined> joined;
  for (const double each : ascending) joined.push_back({1, each, joined.size() + 1});
  join_least(joined, most_classes);
  std::vector<std::uint32_t> made;
  for (std::uint32_t i = 0; i < joined.size(); ++i) made.resize(joined[i].behind, i);
  return made;
}

}  // namespace trgen::structure

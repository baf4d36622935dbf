// SPDX-License-Identifier: Apache-2.0
// Percentiles of messages by size, against those of the sorted values.
#include "fsin/stats/message_times.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace message_times_test {

using namespace fsin;
using namespace fsin::stats;

TEST_CASE("percentiles are those of the values, to four digits; mean and maximum are exact") {
  std::vector<std::uint64_t> values;
  RoundedValues rounded;
  std::uint64_t value = 3;
  double sum = 0;
  for (int i = 0; i < 5000; ++i) {
    value = value * 6364136223846793005U + 1442695040888963407U;
    values.push_back(value >> (20 + i % 40));
    rounded.add(values.back());
    sum += static_cast<double>(values.back());
  }
  std::sort(values.begin(), values.end());
  const Percentiles found = rounded.percentiles(1);
  const auto at = [&](double part) {
    return static_cast<double>(values[static_cast<std::size_t>(std::ceil(part * 5000)) - 1]);
  };
  CHECK(found.p50 == doctest::Approx(at(0.5)).epsilon(5e-4));
  CHECK(found.p95 == doctest::Approx(at(0.95)).epsilon(5e-4));
  CHECK(found.p99 == doctest::Approx(at(0.99)).epsilon(5e-4));
  CHECK(found.max == static_cast<double>(values.back()));
  CHECK(found.mean == doctest::Approx(sum / 5000));
}

TEST_CASE("sizes are grouped from each power of two to the next") {
  MessageTimesBySize by_size;
  for (const std::uint64_t bytes : {0U, 1U, 2U, 3U, 1023U, 1024U, 2047U, 2048U}) by_size.add(bytes, 10, 5.0);
  by_size.add(1024, 30, std::nullopt);
  const MessageTimes times = by_size.times();
  std::vector<std::vector<std::uint64_t>> seen;
  for (const MessageSizes& row : times.sizes) seen.push_back({row.from, row.to, row.messages, row.compared});
  CHECK(seen ==
        std::vector<std::vector<std::uint64_t>>{
            {0, 0, 1, 1}, {1, 1, 1, 1}, {2, 3, 2, 2}, {512, 1023, 1, 1}, {1024, 2047, 3, 2}, {2048, 4095, 1, 1}});
  CHECK(times.messages == 9);
  CHECK(times.all.compared == 8);
  CHECK(times.all.slowdown.p50 == 2);
  CHECK(times.all.time.max == 30);
  CHECK(times.all.to == 2048);
  CHECK(MessageTimesBySize().times().messages == 0);
}

TEST_CASE("a slowdown needs a time alone, and is 1 where neither takes any time") {
  CHECK(slowdown_of(30, 20.0) == 1.5);
  CHECK(slowdown_of(0, 0.0) == 1);
  CHECK_FALSE(slowdown_of(1, 0.0));
  CHECK_FALSE(slowdown_of(1, std::nullopt));
}

}  // namespace message_times_test

// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/histogram.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace histogram_test {

using fsin::stats::LatencyHistogram;

namespace {

/// A 64-bit mixer (Steele's splitmix64 constants): test data that is the same everywhere.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

std::uint64_t exact_percentile(std::vector<std::uint64_t> values, double q) {
  std::sort(values.begin(), values.end());
  const auto rank = static_cast<std::size_t>(std::ceil(q / 100.0 * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace

TEST_CASE("an empty histogram answers zero to everything") {
  const LatencyHistogram h;
  CHECK(h.count() == 0);
  CHECK(h.min() == 0);
  CHECK(h.max() == 0);
  CHECK(h.mean() == 0.0);
  CHECK(h.stddev() == 0.0);
  CHECK(h.percentile(50) == 0);
  CHECK(h.buckets().empty());
}

TEST_CASE("values below 256 are kept exactly") {
  LatencyHistogram h;
  for (std::uint64_t v = 0; v < LatencyHistogram::exact_below; ++v) h.add(v);
  const auto buckets = h.buckets();
  REQUIRE(buckets.size() == LatencyHistogram::exact_below);
  for (std::uint64_t v = 0; v < buckets.size(); ++v) {
    CHECK(buckets[v].low == v);
    CHECK(buckets[v].high == v);
    CHECK(buckets[v].count == 1);
  }
  CHECK(h.percentile(50) == 127);
  CHECK(h.percentile(100) == 255);
}

TEST_CASE("buckets tile the whole 64-bit range without gap or overlap") {
  LatencyHistogram h;
  for (unsigned bit = 7; bit < 64; ++bit) {
    for (std::uint64_t part = 0; part < 128; ++part) {
      h.add((std::uint64_t{1} << bit) + (part << (bit - 7U)));
    }
  }
  h.add(std::numeric_limits<std::uint64_t>::max());
  const auto buckets = h.buckets();
  for (std::size_t i = 1; i < buckets.size(); ++i) CHECK(buckets[i].low == buckets[i - 1].high + 1);
  CHECK(buckets.back().high == std::numeric_limits<std::uint64_t>::max());
}

TEST_CASE("percentiles are never below the true value and exceed it by less than the stated error") {
  for (std::uint64_t round = 0; round < 40; ++round) {
    LatencyHistogram h;
    std::vector<std::uint64_t> values;
    const std::uint64_t size = 1 + mix(round) % 3000;
    for (std::uint64_t i = 0; i < size; ++i) {
      const std::uint64_t draw = mix(round * 100003 + i);
      values.push_back(draw >> (20 + draw % 44));  // spread over many powers of two
      h.add(values.back());
    }
    for (const double q : {0.0, 1.0, 25.0, 50.0, 90.0, 99.0, 99.9, 100.0}) {
      const auto truth = static_cast<double>(exact_percentile(values, q));
      const auto answer = static_cast<double>(h.percentile(q));
      CHECK(answer >= truth);
      CHECK(answer <= truth * (1 + LatencyHistogram::relative_error));
    }
    CHECK(h.max() == *std::max_element(values.begin(), values.end()));
    CHECK(h.min() == *std::min_element(values.begin(), values.end()));
  }
}

TEST_CASE("mean and standard deviation are exact even where values are large and close together") {
  LatencyHistogram h;
  const std::uint64_t base = 1'000'000'000'000;
  for (std::uint64_t i = 0; i < 1000; ++i) h.add(base + i % 2);
  CHECK(h.mean() == static_cast<double>(base) + 0.5);
  CHECK(h.stddev() == doctest::Approx(0.5).epsilon(1e-12));
}

TEST_CASE("merging parts in any order gives the histogram of the whole") {
  LatencyHistogram whole;
  LatencyHistogram a;
  LatencyHistogram b;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const std::uint64_t v = mix(i) >> 45U;
    whole.add(v);
    (i % 3 == 0 ? a : b).add(v);
  }
  LatencyHistogram ab = a;
  ab.merge(b);
  b.merge(a);
  for (const auto* h : {&ab, &b}) {
    CHECK(h->count() == whole.count());
    CHECK(h->mean() == whole.mean());
    CHECK(h->stddev() == whole.stddev());
    CHECK(h->min() == whole.min());
    CHECK(h->max() == whole.max());
    CHECK(h->percentile(99) == whole.percentile(99));
  }
}

}  // namespace histogram_test

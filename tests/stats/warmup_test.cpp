// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/warmup.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "fsin/core/rng.hpp"
#include "fsin/stats/batch_means.hpp"

namespace warmup_test {

using namespace fsin;

namespace {

double noise(std::uint64_t number) { return scale_draw(philox({7, Purpose::replication}, number)[0], 1000) / 1000.0; }

}  // namespace

TEST_CASE("MSER cuts off the rise of a series that settles") {
  std::vector<double> series;
  for (unsigned i = 0; i < 200; ++i) series.push_back(50 * (1 - std::exp(i / -6.0)) + noise(i));
  const auto cut = stats::mser(series);
  REQUIRE(cut.has_value());
  CHECK(*cut >= 15);
  CHECK(*cut <= 60);
}

TEST_CASE("MSER leaves a series alone that is settled from the start") {
  std::vector<double> series;
  for (unsigned i = 0; i < 200; ++i) series.push_back(10 + noise(i));
  const auto cut = stats::mser(series);
  REQUIRE(cut.has_value());
  CHECK(*cut <= 40);
}

TEST_CASE("MSER finds no end of the warm-up in a series that keeps growing or is too short") {
  std::vector<double> growing;
  for (unsigned i = 0; i < 200; ++i) growing.push_back(i + noise(i));
  CHECK_FALSE(stats::mser(growing).has_value());
  CHECK_FALSE(stats::mser({1, 2, 3, 3, 3}).has_value());
}

TEST_CASE("the interval from batches is that of the means when all batches hold as many packets") {
  stats::TimeSeries series;  // 16 and 8 batches are all alike
  for (Cycle bin = 0; bin < 32; ++bin) series.delivered(bin, 1, bin % 2 == 0 ? 90 : 110, 50);
  const auto batches = stats::batch_latency(series, 0, 31);
  REQUIRE(batches.has_value());
  CHECK(batches->batches == 32);
  CHECK(batches->mean == doctest::Approx(100));
  CHECK(batches->standard_error == doctest::Approx(std::sqrt(32 * 100.0 / 31 / 32)));
  CHECK(stats::batch_latency(series, 0, 31, stats::Latency::from_generation)->mean == doctest::Approx(50));
}

TEST_CASE("where batches hang together the interval is wider than that of their means") {
  stats::TimeSeries series;
  for (Cycle bin = 0; bin < 256; ++bin) series.delivered(bin, 1, 100 + bin / 64, 100);
  const auto batches = stats::batch_latency(series, 0, 255);
  REQUIRE(batches.has_value());
  CHECK(batches->lag1 > 0.2);
  const double k = static_cast<double>(batches->batches);
  const double plain = std::sqrt(1.25 / (k - 1));  // four levels, 1 apart
  CHECK(batches->standard_error > 1.2 * plain);
}

TEST_CASE("there are no batches in a window of a few bins, nor where nothing arrives") {
  stats::TimeSeries series;
  for (Cycle bin = 0; bin < 64; ++bin) series.delivered(bin * 16, 1, 100, 100);
  CHECK_FALSE(stats::batch_latency(series, 1000, 1010).has_value());
  CHECK_FALSE(stats::batch_latency(stats::TimeSeries{}, 1, 1000).has_value());
}

}  // namespace warmup_test

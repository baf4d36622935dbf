// SPDX-License-Identifier: Apache-2.0
// The time of a round, from the cycles in which rounds began.
#include "fsin/stats/rounds.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "fsin/core/rng.hpp"

namespace rounds_test {

using fsin::Cycle;
using fsin::stats::round_time;
using fsin::stats::RoundTime;

namespace {

template <class Length>
std::vector<Cycle> begun(std::size_t rounds, Length length) {
  std::vector<Cycle> all{100};
  for (std::size_t i = 0; i < rounds; ++i) all.push_back(all.back() + static_cast<Cycle>(std::llround(length(i))));
  return all;
}

/// About normal, mean 0 and standard deviation 1: the same for the same numbers.
double noise(std::uint64_t series, std::uint64_t i) {
  const auto words = fsin::philox({series, fsin::Purpose::arrival}, i);
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k) sum += static_cast<double>(words[k]) / 4294967296.0 - 0.5;
  return sum * std::sqrt(3.0);
}

}  // namespace

TEST_CASE("rounds that take the same time have it as their mean, without an interval") {
  const RoundTime time = round_time(begun(16, [](std::size_t i) { return i < 3 ? 1500.0 : 1000.0; }), 0.99);
  CHECK(time.settled);
  CHECK(time.period == 1);
  CHECK(time.mean == 1000);
  CHECK(time.half_width == 0);
}

TEST_CASE("of rounds that repeat after a few, whole periods count") {
  const RoundTime time = round_time(begun(40, [](std::size_t i) { return i % 5 == 0 ? 6000.0 : 1000.0; }), 0.99);
  CHECK(time.settled);
  CHECK(time.period == 5);
  CHECK(time.used == 30);
  CHECK(time.mean == 2000);
  CHECK(time.half_width == 0);
}

TEST_CASE("rounds that grow longer have not settled") {
  CHECK_FALSE(
      round_time(begun(32, [](std::size_t i) { return 1000.0 + 20.0 * static_cast<double>(i); }), 0.99).settled);
  CHECK_FALSE(round_time(begun(32, [](std::size_t i) { return i < 20 ? 1000.0 : 1400.0; }), 0.99).settled);
}

TEST_CASE("fewer rounds than can be judged have not settled") {
  CHECK_FALSE(round_time(begun(7, [](std::size_t) { return 1000.0; }), 0.99).settled);
  CHECK_FALSE(round_time({}, 0.99).settled);
}

TEST_CASE("intervals of independent and of correlated rounds hold the mean about as often as they say") {
  for (const double memory : {0.0, 0.5}) {
    unsigned held = 0, settled = 0;
    for (std::uint64_t series = 0; series < 200; ++series) {
      double state = 0;
      const auto all = begun(64, [&](std::size_t i) {
        state = memory * state + noise(series, i) * std::sqrt(1 - memory * memory);
        return 10000 + 300 * state;
      });
      const RoundTime time = round_time(all, 0.95);
      if (!time.settled) continue;
      ++settled;
      held += std::abs(time.mean - 10000) <= time.half_width ? 1 : 0;
    }
    CHECK(settled >= 180);
    CHECK(held >= settled * 87 / 100);
  }
}

}  // namespace rounds_test

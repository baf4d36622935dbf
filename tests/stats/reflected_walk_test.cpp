// SPDX-License-Identifier: Apache-2.0
// The walk that queues of a load make that is just carried, and how well the rule of balance.hpp tells them from queues
// that grow.
#include "fsin/stats/reflected_walk.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <variant>

#include "fsin/core/rng.hpp"
#include "fsin/stats/balance.hpp"

namespace reflected_walk_test {

using namespace fsin::stats;

namespace {

/// A sum of 12 uniform draws: normal enough, with the mean 0 and the variance 1.
double normal_draw(std::uint32_t walk, std::uint64_t step) {
  double sum = -6;
  for (const std::uint64_t third : {0U, 1U, 2U}) {
    for (const std::uint32_t word : fsin::philox({7, fsin::Purpose::arrival}, 3 * step + third, walk))
      sum += (word + 0.5) / 4294967296.0;
  }
  return sum;
}

/// How many of so many runs are called too much, of 16 nodes whose queues are reflected walks in 200 steps, with a
/// drift of so many of their deviations over the run. A step is 125 cycles, in which a node makes four packets or so.
int found_too_much(double drift, int runs, double dispersion) {
  constexpr int steps = 200, opening = 40, middle = 120, nodes = 16;
  constexpr double step_packets = 125 * 0.5 / 16;
  int found = 0;
  for (int number = 0; number < runs; ++number) {
    double made[2] = {0, 0}, grown[2] = {0, 0};  // in the window, and in its second half
    for (int node = 0; node < nodes; ++node) {
      double queue = 0;
      for (int step = 0; step < steps; ++step) {
        const auto walk = static_cast<std::uint32_t>(number * nodes + node);
        const double noise = std::sqrt(step_packets) * normal_draw(walk, static_cast<std::uint64_t>(step));
        const double next = std::max(0.0, queue + noise + drift * std::sqrt(step_packets / steps));
        for (const int half : {0, 1}) {
          if (step < (half == 0 ? opening : middle)) continue;
          made[half] += step_packets + noise;
          grown[half] += next - queue;
        }
        queue = next;
      }
    }
    const auto whole = [](double packets) { return static_cast<std::uint64_t>(std::llround(packets)); };
    RunRecord run;
    run.nodes = nodes;
    run.offered = 0.5;
    run.warmup = 5000;
    run.sources = LoadSources{.packet_phits = 16, .dispersion = 16};
    run.totals.measured_cycles = 20'000;
    run.totals.packets_generated = whole(made[0]);
    run.totals.packets_delivered = whole(made[0] - grown[0]);
    run.totals.second_half = {.packets_generated = whole(made[1]), .packets_delivered = whole(made[1] - grown[1])};
    const LoadVerdict verdict = judge_load(run, dispersion);
    found += std::holds_alternative<LoadTooMuch>(verdict) ? 1 : 0;
  }
  return found;
}

}  // namespace

TEST_CASE(
    "sixteen queues that a load just fills are not called saturated, and most are that grow by a deviation more") {
  CHECK(found_too_much(0, 200, std::numeric_limits<double>::infinity()) == 0);
  CHECK(found_too_much(0, 200, 16) == 0);
  const int by_growth = found_too_much(1, 200, std::numeric_limits<double>::infinity());
  const int by_both = found_too_much(1, 200, 16);
  CHECK(by_both > 100);
  CHECK(by_both > 2 * by_growth);
}

TEST_CASE("the growth of a queue that a load just fills has the mean and the variance of a reflected walk") {
  constexpr int walks = 4000, first = 400, last = 1600;
  double sum = 0, squares = 0;
  for (std::uint32_t walk = 0; walk < walks; ++walk) {
    std::int64_t at = 0, before = 0;
    for (std::uint64_t step = 0; step < last; ++step) {
      if (step == first) before = at;
      const bool up = (fsin::philox({7, fsin::Purpose::arrival}, step, walk)[0] & 1U) != 0;
      at = std::abs(at + (up ? 1 : -1));
    }
    const auto grown = static_cast<double>(at - before);
    sum += grown;
    squares += grown * grown;
  }
  const double mean = sum / walks;
  CHECK(mean == doctest::Approx(walk_growth(first, last)).epsilon(0.08));
  CHECK(squares / walks - mean * mean == doctest::Approx(walk_variance(first, last)).epsilon(0.08));
  CHECK(walk_variance(0, 100) == doctest::Approx((1 - 2 / std::numbers::pi) * 100));
}

}  // namespace reflected_walk_test

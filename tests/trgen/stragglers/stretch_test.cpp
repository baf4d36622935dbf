// SPDX-License-Identifier: Apache-2.0
// How long a burst takes on a slow rank, against counting cycle by cycle.
#include "trgen/replay/bursts/stretch.hpp"

#include <doctest/doctest.h>

#include "fsin/core/rng.hpp"

namespace stretch_test {

using namespace trgen::replay;
using fsin::Cycle;

namespace {

Stretch slow(std::vector<Slow> entries) { return {{std::move(entries)}, {}, {}, 1}; }

}  // namespace

TEST_CASE("a factor without times makes every burst so many times as long") {
  CHECK(slow({{2'500'000}}).cycles(0, 0, 0, 17, 100) == 250);
  CHECK(slow({{2'000'000}, {3'000'000}}).cycles(0, 0, 0, 17, 100) == 600);
  CHECK(slow({}).cycles(0, 0, 0, 17, 100) == 100);
}

TEST_CASE("a factor holds for the part of a burst between its times") {
  const Stretch twice = slow({{2'000'000, 50, 90}});
  CHECK(twice.cycles(0, 0, 0, 1, 49) == 49);     // over before
  CHECK(twice.cycles(0, 0, 0, 90, 49) == 49);    // begins after
  CHECK(twice.cycles(0, 0, 0, 40, 20) == 30);    // 10 before, 10 at half the pace
  CHECK(twice.cycles(0, 0, 0, 40, 100) == 120);  // 10 before, 20 in 40 cycles, 70 after
}

TEST_CASE("a factor below 1 is a rank that computes faster") {
  CHECK(slow({{500'000}}).cycles(0, 0, 0, 1, 100) == 50);
  CHECK(slow({{500'000}}).cycles(0, 0, 0, 1, 1) == 1);
}

TEST_CASE("only the ranks that have entries are slow") {
  const Stretch second({{}, {{2'000'000}}}, {}, {}, 1);
  CHECK(second.cycles(0, 0, 0, 1, 100) == 100);
  CHECK(second.cycles(1, 0, 0, 1, 100) == 200);
}

TEST_CASE("work stands still for a detour in every period, from any phase on") {
  for (std::uint32_t i = 0; i < 400; ++i) {
    const fsin::PhiloxWords words = fsin::philox({5, fsin::Purpose::failure}, i);
    const std::uint64_t every = 2 + words[0] % 40, lasts = words[1] % every;
    const std::uint64_t burst = 1 + words[2] % 200;
    const Stretch stretch({}, {}, {every, lasts}, i);
    // The phase is found from a burst of one cycle: its length says how long the detour lasts that it begins in.
    const auto works = [&](Cycle cycle) { return stretch.cycles(0, 3, 0, cycle, 1) == 1; };
    const Cycle start = 1 + words[3] % 100;
    std::uint64_t done = 0;
    Cycle now = start;
    for (; done < burst; ++now) done += works(now) ? 1 : 0;
    CAPTURE(i);
    CHECK(stretch.cycles(0, 3, 0, start, burst) == now - start);
    std::uint64_t still = 0;
    for (Cycle cycle = 1; cycle <= every; ++cycle) still += works(cycle) ? 0 : 1;
    CHECK(still == lasts);
  }
}

TEST_CASE("noise is drawn for each burst of each rank and has its mean") {
  const Stretch exponential({}, {Noise::Kind::exponential, 100'000}, {}, 9);
  const Stretch uniform({}, {Noise::Kind::uniform, 100'000}, {}, 9);
  double sum = 0, even = 0;
  std::uint64_t least = ~std::uint64_t{0}, most = 0;
  for (std::uint64_t number = 0; number < 20'000; ++number) {
    const std::uint64_t more = exponential.cycles(3, 0, number, 1, 1'000'000);
    CHECK(more >= 1'000'000);
    sum += static_cast<double>(more);
    const std::uint64_t either = uniform.cycles(3, 0, number, 1, 1'000'000);
    even += static_cast<double>(either);
    least = std::min(least, either);
    most = std::max(most, either);
  }
  CHECK(sum / 20'000 == doctest::Approx(1'100'000).epsilon(0.005));
  CHECK(even / 20'000 == doctest::Approx(1'000'000).epsilon(0.002));
  CHECK(least >= 900'000);
  CHECK(least < 901'000);
  CHECK(most <= 1'100'000);
  CHECK(most > 1'099'000);
  CHECK(uniform.cycles(3, 0, 1, 1, 1'000'000) != uniform.cycles(4, 0, 1, 1, 1'000'000));
  CHECK(uniform.cycles(3, 0, 1, 1, 1'000'000) == uniform.cycles(3, 7, 1, 99, 1'000'000));
}

}  // namespace stretch_test

// SPDX-License-Identifier: Apache-2.0
// The measure of certainty against sums done by hand, and its bound against random draws.
#include "trgen/pattern/evidence.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/trgen/pattern/graphs.hpp"

namespace evidence_test {

using namespace trgen;
namespace {

/// The bits that a pattern of `possible` pairs of equal chance saves.
double bits(int possible, int hits, double chance, double code) {
  pattern::Evidence evidence;
  for (int i = 0; i < possible; ++i) evidence.add(chance, i < hits);
  evidence.finish(code);
  return evidence.bits;
}

}  // namespace

TEST_CASE("all pairs of a pattern save the logarithm of their chance each, less a bit and the code") {
  CHECK(bits(32, 32, 1.0 / 16, 10) == doctest::Approx(32 * 4 - 1 - 10));
  CHECK(bits(0, 0, 0.5, 10) == doctest::Approx(-11));
  pattern::Evidence uneven;
  uneven.add(1.0 / 2, true);
  uneven.add(1.0 / 8, true);
  uneven.finish(0);
  CHECK(uneven.bits == doctest::Approx(1 + 3 - 1));
}

TEST_CASE("missing pairs cost their surprise and their number") {
  // 0.75 log2 (0.75 / 0.25) + 0.25 log2 (0.25 / 0.75) = 0.5 log2 3
  CHECK(bits(16, 12, 0.25, 5) == doctest::Approx(16 * 0.5 * std::log2(3.0) - 1 - std::log2(17.0) - 5));
  CHECK(bits(16, 3, 0.25, 5) < 0);
}

TEST_CASE("the expected pairs of the null hypothesis add up to the pairs of a regular graph") {
  const std::vector<std::uint32_t> identity = test::consecutive(60);
  const pattern::TrafficGraph graph(60, test::edges_of(test::grid_links({5, 4, 3}, true), identity));
  const pattern::RandomGraph random(graph);
  double sum = 0;
  for (std::uint32_t a = 0; a < 60; ++a) {
    for (std::uint32_t b = a + 1; b < 60; ++b) sum += random.chance(a, b);
  }
  CHECK(sum == doctest::Approx(static_cast<double>(graph.pairs().size())));
  CHECK(random.chance(0, 1) == doctest::Approx(6.0 / 59));
}

TEST_CASE("a fixed pattern saves t bits in at most one of 2^t random graphs") {
  test::Draw draw(7);
  constexpr int trials = 20000;
  int four = 0;
  for (int i = 0; i < trials; ++i) {
    int hits = 0;
    for (int pair = 0; pair < 24; ++pair) hits += draw.chance(20) ? 1 : 0;
    four += bits(24, hits, 0.2, 0) >= 4 ? 1 : 0;
  }
  CHECK(four <= trials / 16);
}

}  // namespace evidence_test

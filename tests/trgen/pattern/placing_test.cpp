// SPDX-License-Identifier: Apache-2.0
// Placements: every rank has a node of its own, and neighbours in the grid are near each other.
#include "trgen/pattern/placing.hpp"

#include <doctest/doctest.h>

#include <numeric>
#include <set>

#include "tests/trgen/pattern/graphs.hpp"

namespace placing_test {

using namespace trgen;
using pattern::TargetNetwork;

namespace {

struct Placed {
  double hops = 0;
  std::set<std::uint32_t> nodes;
};

/// Places a torus of these extents, whose ranks are numbered the other way round, on a network.
Placed placed(const std::vector<std::uint32_t>& extents, bool wraps, const TargetNetwork& network) {
  const std::uint32_t count = std::accumulate(extents.begin(), extents.end(), 1U, std::multiplies<>());
  std::vector<std::uint32_t> reversed(count);
  for (std::uint32_t i = 0; i < count; ++i) reversed[i] = count - 1 - i;
  const auto verdict = pattern::Verdict::of(count, test::edges_of(test::grid_links(extents, wraps), reversed));
  REQUIRE(verdict.patterns.size() == 1);
  const auto nodes = place(verdict.graph, *verdict.patterns[0].axes, network);
  Placed made;
  if (nodes.empty()) return made;
  made.nodes = {nodes.begin(), nodes.end()};
  CHECK(made.nodes.size() == count);
  made.hops = mean_distance(verdict.graph, nodes, network);
  return made;
}

}  // namespace

TEST_CASE("a grid on a network of its own extents, in any order, has one hop a message") {
  CHECK(placed({8, 6}, true, {.wraps = true, .extents = {8, 6}}).hops == doctest::Approx(1));
  CHECK(placed({8, 6}, true, {.wraps = true, .extents = {6, 8}}).hops == doctest::Approx(1));
  CHECK(placed({5, 4, 3}, false, {.wraps = false, .extents = {3, 5, 4}}).hops == doctest::Approx(1));
}

TEST_CASE("a grid folds into more dimensions without leaving neighbours behind") {
  // Along a fold, digits of a reflected code change by one, so that each step within the grid is one hop.
  CHECK(placed({16, 4}, false, {.wraps = false, .extents = {4, 4, 4}}).hops == doctest::Approx(1));
  CHECK(placed({8, 8}, true, {.wraps = true, .extents = {4, 4, 4}}).hops < 1.5);
}

TEST_CASE("a network whose extents the grid does not divide is refused") {
  CHECK(placed({8, 6}, true, {.wraps = true, .extents = {7, 7}}).nodes.empty());
  CHECK(placed({8, 6}, true, {.wraps = true, .extents = {4, 4}}).nodes.empty());
}

TEST_CASE("names of networks are parsed, and others refused") {
  CHECK(pattern::parse_network("8x4")->text() == "torus 8x4");
  CHECK(pattern::parse_network("mesh:4x4x4")->text() == "mesh 4x4x4");
  for (const char* const wrong : {"", "x", "8x", "ring:8", "0x4", "8 x 4", "-8x4", "99999x99999", "mesh:"}) {
    CAPTURE(wrong);
    CHECK(!pattern::parse_network(wrong));
  }
}

}  // namespace placing_test

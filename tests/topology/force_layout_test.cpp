// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/force_layout.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace force_layout_test {

namespace {

using namespace fsin;
using topology::Edge;
using topology::Spot;

double between(const Spot& one, const Spot& other) { return std::hypot(one.x - other.x, one.y - other.y); }

std::vector<Edge> ring(std::uint32_t vertices) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < vertices; ++i) edges.emplace_back(i, (i + 1) % vertices);
  return edges;
}

std::vector<Edge> grid(std::uint32_t side) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    if (i % side + 1 < side) edges.emplace_back(i, i + 1);
    if (i + side < side * side) edges.emplace_back(i, i + side);
  }
  return edges;
}

/// A ring of six switches with one to three terminals each.
struct Six : topology::SwitchGraph {
  Six() : SwitchGraph({1, 2, 3, 1, 2, 3}) {
    for (std::uint32_t i = 0; i < 6; ++i) add_link(i, (i + 1) % 6);
  }
};

}  // namespace

TEST_CASE("a graph of any shape and size gets places that differ, none of them negative") {
  for (const auto& [vertices, edges] : {std::pair<std::size_t, std::vector<Edge>>{1, {}},
                                        {2, {{0, 1}}},
                                        {3, {{0, 1}, {1, 0}, {2, 2}}},
                                        {10, {}},
                                        {12, ring(12)},
                                        {49, grid(7)},
                                        {topology::most_placed + 1, ring(40)}}) {
    CAPTURE(vertices);
    const std::vector<Spot> spots = topology::force_layout(vertices, edges);
    REQUIRE(spots.size() == vertices);
    std::set<std::pair<double, double>> seen;
    for (const Spot& spot : spots) {
      REQUIRE(spot.x >= 0);
      REQUIRE(spot.y >= 0);
      seen.emplace(spot.x, spot.y);
    }
    CHECK(seen.size() == vertices);
  }
}

TEST_CASE("the same graph gets the same places") {
  const std::vector<Spot> one = topology::force_layout(64, grid(8)), other = topology::force_layout(64, grid(8));
  for (std::size_t i = 0; i < one.size(); ++i) REQUIRE(between(one[i], other[i]) == 0);
}

TEST_CASE("joined vertices stand nearer to each other than others do, and edges have a length of 1 on average") {
  for (const std::uint32_t side : {5U, 9U}) {
    CAPTURE(side);
    const std::vector<Edge> edges = grid(side);
    const std::vector<Spot> spots = topology::force_layout(side * side, edges);
    double joined = 0, all = 0, pairs = 0;
    for (const auto& [one, other] : edges) joined += between(spots[one], spots[other]);
    for (std::size_t i = 0; i < spots.size(); i += 3) {
      for (std::size_t j = 0; j < i; ++j, ++pairs) all += between(spots[i], spots[j]);
    }
    CHECK(joined / static_cast<double>(edges.size()) == doctest::Approx(1));
    CHECK(all / pairs > 1.8);
  }
}

TEST_CASE("terminals stand round their switch, inside the drawing") {
  const Six six;
  topology::Drawing drawing;
  drawing.nodes = six.nodes();
  drawing.all_routers = six.routers();
  topology::lay_out_by_force(six, drawing);
  REQUIRE(drawing.routers.size() == six.routers());
  CHECK(drawing.directions.size() == six.ports());
  for (std::uint32_t node = 0; node < six.nodes(); ++node) {
    const Spot& own = drawing.routers[six.router_of(six.switch_of(NodeId(node))).index()];
    for (std::uint32_t number = 0; number < six.switches(); ++number) {
      CHECK(between(drawing.routers[node], own) <=
            between(drawing.routers[node], drawing.routers[six.nodes() + number]));
    }
    CHECK(drawing.routers[node].x <= drawing.width);
    CHECK(drawing.routers[node].y <= drawing.height);
  }
}

}  // namespace force_layout_test

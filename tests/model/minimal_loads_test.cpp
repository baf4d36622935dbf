// SPDX-License-Identifier: Apache-2.0
// What minimal routing carries at most on networks of diameter 2 under uniform load, enumerated on graphs that are made
// from their definitions.
#include "tests/model/minimal_loads.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace minimal_loads_test {

namespace {

using model::minimal_loads;
using model::MinimalLoads;
using model::Neighbours;

std::size_t arcs(const Neighbours& graph) {
  std::size_t count = 0;
  for (const auto& neighbours : graph) count += neighbours.size();
  return count;
}

}  // namespace

TEST_CASE("loads of a ring of five, of a full mesh and of a square are those worked out by hand") {
  const Neighbours ring{{1, 4}, {0, 2}, {1, 3}, {2, 4}, {0, 3}};
  CHECK(minimal_loads(ring, 1).most == doctest::Approx((1 + 2) / 4.0));  // one way of 1 and two of 2 over each link
  const Neighbours mesh{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
  CHECK(minimal_loads(mesh, 2).most == doctest::Approx(4 / 7.0));
  const Neighbours square{{1, 3}, {0, 2}, {1, 3}, {0, 2}};
  CHECK(minimal_loads(square, 1).most == doctest::Approx((1 + 2 * 0.5) / 3));
  CHECK(minimal_loads(square, 1).average == doctest::Approx(4 / 3.0));
}

TEST_CASE("a Slim Fly has 2 q^2 switches of (3q - d) / 2 links and diameter 2, and carries what is known of it") {
  // Bounds of uniform load with p = half the links of a switch, rounded up; 1 / the most loaded link.
  struct Row {
    unsigned q;
    double bound;
    bool even;  ///< all links are loaded alike to 1 %
  };
  for (const Row& row : {Row{5, 0.957, true}, {7, 0.858, false}, {11, 0.867, false}, {13, 0.913, true}}) {
    const Neighbours graph = model::slim_fly(row.q);
    const unsigned links = row.q % 4 == 1 ? (3 * row.q - 1) / 2 : (3 * row.q + 1) / 2;
    CHECK(graph.size() == 2 * row.q * row.q);
    for (const auto& neighbours : graph) REQUIRE(neighbours.size() == links);
    const MinimalLoads loads = minimal_loads(graph, (links + 1) / 2);
    INFO("q " << row.q << ", bound " << 1 / loads.most << ", least loaded " << loads.least / loads.most);
    CHECK(loads.diameter == 2);
    CHECK(1 / loads.most == doctest::Approx(row.bound).epsilon(0.0006));
    CHECK((loads.least / loads.most < 0.5) == !row.even);
  }
}

TEST_CASE(
    "a PolarFly has q^2 + q + 1 switches of q + 1 links, less q + 1, diameter 2, and carries all of uniform load") {
  struct Row {
    unsigned q;
    std::size_t links;
    double average;
  };
  for (const Row& row : {Row{5, 90, 1.8065}, {7, 224, 1.8596}, {11, 792, 1.9098}, {13, 1274, 1.9235}}) {
    const Neighbours graph = model::polar_fly(row.q);
    CHECK(graph.size() == row.q * row.q + row.q + 1);
    CHECK(arcs(graph) == 2 * row.links);
    const auto quadrics =
        std::count_if(graph.begin(), graph.end(), [&](const auto& neighbours) { return neighbours.size() == row.q; });
    CHECK(quadrics == row.q + 1);
    const MinimalLoads loads = minimal_loads(graph, (row.q + 1) / 2);
    INFO("q " << row.q << ", bound " << 1 / loads.most << ", average " << loads.average);
    CHECK(loads.diameter == 2);
    CHECK(loads.average == doctest::Approx(row.average).epsilon(3e-5));
    CHECK(1 / loads.most > 1.0);
    CHECK(1 / loads.most < 1.0223);
  }
}

}  // namespace minimal_loads_test

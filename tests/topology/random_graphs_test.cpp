// SPDX-License-Identifier: Apache-2.0
// Jellyfish and Xpander: regular, connected, and the same for one seed on every machine.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

#include "fsin/topology/switches/jellyfish.hpp"
#include "fsin/topology/switches/switch_search.hpp"
#include "fsin/topology/switches/xpander.hpp"

namespace random_graphs_test {

namespace {

using namespace fsin;
using topology::SwitchGraph;

using Edges = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Edges edges(const SwitchGraph& graph) {
  Edges found;
  for (std::uint32_t number = 0; number < graph.switches(); ++number) {
    for (const SwitchGraph::Plug& plug : graph.links_of(number)) {
      if (number < plug.to) found.emplace(number, plug.to);
    }
  }
  return found;
}

bool connected(const SwitchGraph& graph) {
  for (std::uint32_t number = 1; number < graph.switches_of_rail(); ++number) {
    if (topology::SwitchSearch(graph).distance(0, number) == topology::SwitchSearch::unreachable) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a Jellyfish is connected, and every switch has its number of links, to different switches") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    for (const auto& [switches, degree] : {std::pair{4U, 3U}, {8U, 3U}, {12U, 4U}, {21U, 6U}, {64U, 3U}}) {
      INFO(switches << " switches of degree " << degree << ", seed " << seed);
      const topology::Jellyfish graph(switches, degree, 1, seed, 1);
      REQUIRE(edges(graph).size() == switches * degree / 2);
      for (std::uint32_t number = 0; number < switches; ++number) {
        REQUIRE(graph.links_of(number).size() == degree);
        for (const auto& plug : graph.links_of(number)) REQUIRE(plug.to != number);
      }
      REQUIRE(connected(graph));
    }
  }
}

TEST_CASE("every cubic graph with six switches comes up as often as its number of labellings says") {
  // There are 60 labelled prisms and 10 labelled complete bipartite graphs K3,3, and no others: P(K3,3) = 1/7.
  unsigned bipartite = 0;
  std::map<Edges, unsigned> seen;
  constexpr unsigned graphs = 2100;
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    const topology::Jellyfish graph(6, 3, 1, seed, 1);
    const Edges all = edges(graph);
    ++seen[all];
    bool triangle = false;
    for (const auto& [one, other] : all) {
      for (std::uint32_t third = 0; third < 6; ++third) {
        triangle = triangle || (all.count(std::minmax(one, third)) + all.count(std::minmax(other, third)) == 2);
      }
    }
    bipartite += triangle ? 0 : 1;
  }
  CHECK(seen.size() == 70);
  // Five standard deviations of 300 +- 16.
  CHECK(bipartite > 220);
  CHECK(bipartite < 380);
  for (const auto& [graph, times] : seen) {
    CHECK(times > 5);
    CHECK(times < 62);
  }
}

TEST_CASE("one seed gives one graph, and another seed another") {
  CHECK(edges(topology::Jellyfish(20, 4, 1, 5, 1)) == edges(topology::Jellyfish(20, 4, 3, 5, 1)));
  CHECK(edges(topology::Jellyfish(20, 4, 1, 5, 1)) != edges(topology::Jellyfish(20, 4, 1, 6, 1)));
  CHECK(edges(topology::Xpander(4, 5, 1, 5, 1)) == edges(topology::Xpander(4, 5, 2, 5, 1)));
  CHECK(edges(topology::Xpander(4, 5, 1, 5, 1)) != edges(topology::Xpander(4, 5, 1, 6, 1)));
}

TEST_CASE("these are the graphs of seed 1, on every machine") {
  // From a few lines of Python, which follow docs/model/randomness.md. The Xpander is the second that is drawn: the
  // first falls apart.
  CHECK(edges(topology::Jellyfish(8, 3, 1, 1, 1)) ==
        Edges{{0, 3}, {0, 6}, {0, 7}, {1, 2}, {1, 5}, {1, 7}, {2, 4}, {2, 6}, {3, 4}, {3, 5}, {4, 6}, {5, 7}});
  CHECK(edges(topology::Xpander(3, 3, 1, 1, 1)) == Edges{{0, 4},
                                                         {0, 6},
                                                         {0, 11},
                                                         {1, 5},
                                                         {1, 8},
                                                         {1, 10},
                                                         {2, 3},
                                                         {2, 7},
                                                         {2, 9},
                                                         {3, 6},
                                                         {3, 10},
                                                         {4, 8},
                                                         {4, 11},
                                                         {5, 7},
                                                         {5, 9},
                                                         {6, 11},
                                                         {7, 9},
                                                         {8, 10}});
}

TEST_CASE("a random regular graph has the distances of random graphs") {
  // 200 switches of degree 8: of 199 others 8 are one link away, at most 56 two, and nearly all others three.
  const topology::Distances found = topology::Jellyfish(200, 8, 1, 1, 1).distances();
  CHECK(found.average - 2 > 2.6);
  CHECK(found.average - 2 < 2.8);
  CHECK(found.diameter - 2 <= 4);
}

TEST_CASE("a switch of an Xpander has one link to a switch of each other group") {
  for (const auto& [degree, lift] : {std::pair{3U, 1U}, {3U, 2U}, {4U, 6U}, {9U, 12U}}) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      INFO("degree " << degree << ", lift " << lift << ", seed " << seed);
      const topology::Xpander graph(degree, lift, 1, seed, 1);
      REQUIRE(graph.switches() == (degree + 1) * lift);
      for (std::uint32_t number = 0; number < graph.switches(); ++number) {
        std::set<std::uint32_t> groups{number / lift};
        for (const auto& plug : graph.links_of(number)) groups.insert(plug.to / lift);
        REQUIRE(graph.links_of(number).size() == degree);
        REQUIRE(groups.size() == degree + 1);
      }
      REQUIRE(connected(graph));
    }
  }
}

TEST_CASE("what no random graph can be is told with the key to change") {
  CHECK(topology::JellyfishParams{9, 3, 1, 1, 1}.fault()->key == "degree");
  CHECK(topology::JellyfishParams{4, 4, 1, 1, 1}.fault()->key == "degree");
  CHECK(topology::JellyfishParams{400, 100, 200, 1, 1}.fault()->key == "terminals");
  CHECK(topology::XpanderParams{200, 4, 100, 1, 1}.fault()->key == "terminals");
  CHECK_FALSE(topology::JellyfishParams{8, 7, 1, 1, 1}.fault());
}

}  // namespace random_graphs_test

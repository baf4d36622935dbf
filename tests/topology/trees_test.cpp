// SPDX-License-Identifier: Apache-2.0
// Trees in levels: counts, wiring and loads of published instances. That their closed forms are those of a search is
// the business of tests/model/topology_contract_test.cpp.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <set>

#include "fsin/topology/trees/fat_tree.hpp"
#include "fsin/topology/trees/leaf_spine.hpp"
#include "fsin/topology/trees/thin_tree.hpp"
#include "fsin/topology/trees/xgft.hpp"

namespace trees_test {

namespace {

using namespace fsin;
using topology::LevelTree;
using topology::Topology;

const LevelTree& tree_of(const Topology& built) { return *topology::as<LevelTree>(*built.geometry); }

unsigned switches_of(const LevelTree& tree, unsigned level) {
  unsigned count = 0;
  for (std::uint32_t number = 0; number < tree.switches_of_rail(); ++number) count += tree.level_of(number) == level;
  return count;
}

/// The busiest link of every class when each node sends to each other one, packets spreading evenly over all ascents.
std::vector<double> spread_evenly(const LevelTree& tree) {
  std::map<std::pair<std::uint32_t, unsigned>, double> load;  // by switch and number of its link
  std::vector<double> busiest(tree.levels(), 0);
  std::vector<double> climbing(tree.switches(), 0);  // of the packets of one node to one other
  for (std::uint32_t to = 1; to < tree.nodes(); ++to) {
    for (std::uint32_t from = 0; from < tree.nodes(); ++from) {
      if (from == to) continue;
      const unsigned top = tree.distance(NodeId(from), NodeId(to)) / 2;
      std::fill(climbing.begin(), climbing.end(), 0);
      climbing[tree.switch_of(NodeId(from))] = 1;
      for (std::uint32_t number = 0; number < tree.switches_of_rail(); ++number) {
        const unsigned level = tree.level_of(number);
        if (climbing[number] == 0 || level >= top) continue;
        std::vector<unsigned> up;
        const auto& links = tree.links_of(number);
        for (unsigned i = 0; i < links.size(); ++i) {
          if (tree.level_of(links[i].to) > level) up.push_back(i);
        }
        for (const unsigned i : up) {
          const double part = climbing[number] / static_cast<double>(up.size());
          climbing[links[i].to] += part;
          busiest[level] = std::max(busiest[level], load[{number, i}] += part);
        }
      }
    }
  }
  return busiest;
}

}  // namespace

TEST_CASE("a 4:2-ary 3-thin-tree has 64 nodes under 16, 8 and 4 switches") {
  const Topology built = topology::ThinTreeParams{4, 2, 3, 1}.build();
  const LevelTree& tree = tree_of(built);
  CHECK(tree.nodes() == 64);
  CHECK(switches_of(tree, 1) == 16);
  CHECK(switches_of(tree, 2) == 8);
  CHECK(switches_of(tree, 3) == 4);
  CHECK(tree.ports() == 6);
  // Half of the four parts of stage 2 have two switches with two links up each.
  CHECK(tree.bisection() == 8);
}

TEST_CASE("uniform traffic over a thin tree is held up at its top") {
  // (k/u)^t times the part of the packets that goes so far: at most 0.328 phits a cycle for 4:2 and three stages.
  const topology::Distances thin = topology::ThinTreeParams{4, 2, 3, 1}.geometry()->distances();
  CHECK(1 / thin.channel_load == doctest::Approx(0.328).epsilon(0.001));
  CHECK(thin.class_loads[1] == doctest::Approx(2 * 60.0 / 63));
  CHECK(thin.class_loads[2] == doctest::Approx(4 * 48.0 / 63));
  for (const Topology& built :
       {topology::ThinTreeParams{3, 2, 3, 1}.build(), topology::SlimTreeParams{4, 2, 3, 1}.build(),
        topology::XgftParams{{2, 3, 4}, {1, 4, 2}}.build()}) {
    INFO(built.name);
    const LevelTree& tree = tree_of(built);
    const std::vector<double> found = spread_evenly(tree);
    const topology::Distances closed = tree.distances();
    for (unsigned level = 1; level < tree.levels(); ++level) {
      CHECK(closed.class_loads[level] * static_cast<double>(tree.nodes() - 1) >= doctest::Approx(found[level]));
      CHECK(closed.class_loads[level] * static_cast<double>(tree.nodes() - 1) <=
            doctest::Approx(found[level] * static_cast<double>(tree.nodes()) / static_cast<double>(tree.nodes() - 1)));
    }
  }
}

TEST_CASE("a thin tree with as many links up as down, and XGFT(n; k..k; 1, k..k), are the k-ary n-tree") {
  const Topology fat = topology::FatTreeParams{3, 3}.build();
  for (const Topology& built :
       {topology::ThinTreeParams{3, 3, 3, 1}.build(), topology::XgftParams{{3, 3, 3}, {1, 3, 3}}.build()}) {
    INFO(built.name);
    REQUIRE(built.graph.routers() == fat.graph.routers());
    CHECK(built.geometry->distances().average == doctest::Approx(fat.geometry->distances().average));
    CHECK(built.geometry->distances().channel_load == doctest::Approx(1));
    CHECK(built.geometry->bisection() == fat.geometry->bisection());
    for (std::uint32_t router = 0; router < fat.graph.routers(); ++router) {
      // The same links between the same routers, whatever the ports.
      std::multiset<std::uint32_t> here, there;
      for (unsigned port = 0; port < fat.graph.ports(); ++port) {
        if (fat.graph.next(RouterId(router), port).exists()) {
          here.insert(fat.graph.next(RouterId(router), port).router.value);
        }
        if (port < built.graph.ports() && built.graph.next(RouterId(router), port).exists()) {
          there.insert(built.graph.next(RouterId(router), port).router.value);
        }
      }
      REQUIRE(here == there);
    }
  }
}

TEST_CASE("a k:u-ary n-slim-tree has (k/u)^n u^2 nodes and u switches above every part") {
  for (const auto& [k, u, n] : {std::tuple{4U, 2U, 3U}, {6U, 3U, 3U}, {6U, 2U, 4U}, {4U, 4U, 3U}, {3U, 1U, 4U}}) {
    INFO(k << ":" << u << "-ary " << n);
    const Topology built = topology::SlimTreeParams{k, u, n, 1}.build();
    const LevelTree& tree = tree_of(built);
    const double parts = k / u;
    CHECK(static_cast<double>(tree.nodes()) == std::pow(parts, n) * u * u);
    for (unsigned stage = 0; stage < n; ++stage) {
      CHECK(switches_of(tree, stage + 1) == std::pow(parts, n - 1 - stage) * u);
    }
    for (std::uint32_t number = 0; number < tree.switches(); ++number) {
      const bool top = tree.level_of(number) == n;
      CHECK(tree.links_of(number).size() + tree.terminals(number) == k + (top ? 0 : u));
    }
  }
}

TEST_CASE("an XGFT has the vertices of Ohring's formula at each level") {
  const std::vector<unsigned> m{2, 3, 4, 2}, w{1, 2, 3, 2};
  const Topology built = topology::XgftParams{m, w}.build();
  const LevelTree& tree = tree_of(built);
  CHECK(tree.nodes() == 48);
  unsigned parents = 1;
  unsigned parts = 48;
  for (unsigned level = 1; level <= 4; ++level) {
    parents *= w[level - 1];
    parts /= m[level - 1];
    CHECK(switches_of(tree, level) == parents * parts);
  }
  CHECK(tree.distances().diameter == 8);
}

TEST_CASE("a node with two parents is below two trees that have nothing else in common") {
  const Topology built = topology::XgftParams{{4, 4}, {2, 2}}.build();
  const LevelTree& tree = tree_of(built);
  CHECK(tree.rails() == 2);
  CHECK(tree.switches() == 2 * (4 + 2));
  CHECK(tree.bisection() == 2 * 4);
}

TEST_CASE("every leaf has its links to every spine, and oversubscription is the load of its uplinks") {
  const Topology built = topology::LeafSpineParams{4, 3, 6, 2, 1}.build();
  const LevelTree& tree = tree_of(built);
  CHECK(tree.nodes() == 24);
  CHECK(tree.switches() == 7);
  for (std::uint32_t leaf = 0; leaf < 4; ++leaf) {
    std::map<std::uint32_t, unsigned> links;
    for (const auto& plug : tree.links_of(leaf)) ++links[plug.to];
    CHECK(links == std::map<std::uint32_t, unsigned>{{4, 2}, {5, 2}, {6, 2}});
  }
  CHECK(tree.bisection() == 12);
  CHECK(topology::LeafSpineParams{4, 1, 6, 2, 1}.geometry()->bisection() == 4);
  CHECK(topology::LeafSpineParams{4, 1, 6, 2, 1}.geometry()->distances().class_loads[1] ==
        doctest::Approx(3 * 18.0 / 23));
}

TEST_CASE("what no tree can be made of is told with the key to change") {
  CHECK(topology::ThinTreeParams{2, 3, 2, 1}.fault()->key == "u");
  CHECK(topology::SlimTreeParams{5, 2, 2, 1}.fault()->key == "u");
  CHECK(topology::XgftParams{{2, 2}, {1}}.fault()->key == "w");
  CHECK(topology::XgftParams{{2, 2}, {9, 1}}.fault()->key == "w");
  CHECK(topology::XgftParams{{1, 1}, {1, 1}}.fault()->key == "m");
  CHECK(topology::XgftParams{{200, 200}, {1, 200}}.fault()->key == "m");
  CHECK(topology::LeafSpineParams{8, 200, 8, 100, 1}.fault()->key == "links");
  CHECK(topology::ThinTreeParams{100, 1, 8, 1}.fault()->key == "k");
}

}  // namespace trees_test

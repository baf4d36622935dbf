// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/escape_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/routing/any_network.hpp"

namespace escape_tree_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::EscapeTree;

EscapeTree escape_tree(const topology::Topology& built, unsigned vcs) {
  return route_on(built, routing::EscapeTreeParams{}, vcs);
}

}  // namespace

TEST_CASE("every header may take every shortest way and the tree; who has escaped stays on the tree") {
  for (const topology::Topology& built : two_way_networks()) {
    const EscapeTree route = escape_tree(built, 3);
    const routing::Fabric fabric(built.graph);
    StateSearch search(route, built, 3);
    std::set<std::pair<std::size_t, std::size_t>> escapes;
    search.see = [&](const AnyView& view, const auto&, unsigned out) {
      const topology::Link next = built.graph.next(RouterId(view.at_router), out / 3);
      const auto& number = fabric.switch_of_router();
      if (number[view.at_router] == routing::Fabric::no_switch) return;
      if (number[next.router.index()] == routing::Fabric::no_switch) return;
      const std::size_t came = view.at_router * built.graph.ports() + view.came_by;
      const bool from_switch = !view.injected && route.came_by[came] != EscapeTree::from_interface;
      if (from_switch && view.came_vc == 0) {
        REQUIRE(out % 3 == 0);
        escapes.emplace(came, next.router.index() * built.graph.ports() + next.port);
      }
    };
    for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
      const auto found = search.from(source, destination);
      REQUIRE(found.shortest == searched(built.graph, source)[destination]);
    });
    // Queues of channel 0 can be put in an order in which each waits for later ones only.
    std::set<std::size_t> left;
    for (const auto& [from, to] : escapes) left.insert({from, to});
    for (bool changed = true; changed;) {
      changed = false;
      for (auto queue = left.begin(); queue != left.end();) {
        const bool waits = std::any_of(escapes.begin(), escapes.end(), [&](const auto& wait) {
          return wait.first == *queue && left.count(wait.second) != 0;
        });
        changed = changed || !waits;
        queue = waits ? std::next(queue) : left.erase(queue);
      }
    }
    CHECK(left.empty());
  }
}

TEST_CASE("with one channel all packets take the tree") {
  const topology::Topology built = petersen();
  const EscapeTree route = escape_tree(built, 1);
  StateSearch search(route, built, 1);
  for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
    const auto found = search.from(source, destination);
    REQUIRE(found.longest == found.shortest);
  });
  CHECK_FALSE(search.waits().has_cycle());
}

}  // namespace escape_tree_test

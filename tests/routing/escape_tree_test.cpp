// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/escape_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "fsin/topology/faults/fault_plan.hpp"
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

TEST_CASE("a tree whose tables follow faults is that of the links that never fail, in one order for all phases") {
  topology::Topology built = petersen();
  topology::FaultPlan faults;
  faults.links = {"s0-s1 at 100 until 200", "s2-s3 at 150"};
  faults.reroute_after = CycleCount{10};
  topology::fail(faults, built);
  auto setup = setup_on(built, 2);
  EscapeTree route = make_route(routing::EscapeTreeParams{}, setup);
  REQUIRE(route.phases != nullptr);
  REQUIRE(route.phases->size() == 4);
  const routing::EscapeTables& first = *route.phases->front();
  for (const auto& phase : *route.phases) {
    CHECK(phase->tree.ports == first.tree.ports);
    CHECK(phase->came_by == first.came_by);
  }
  for (std::uint32_t from = 0; from < first.tree.switches; ++from) {
    for (std::uint32_t to = 0; to < first.tree.columns; ++to) {
      const std::uint8_t port = first.tree.ports[std::size_t{2} * from * first.tree.columns + to];
      if (from == to) continue;
      const routing::Fabric fabric(built.graph);
      CHECK(built.failures.find(RouterId(fabric.router_of(from)), port) == nullptr);
    }
  }
  // The adaptive ways follow.
  CHECK((*route.phases)[1]->minimal.sets != first.minimal.sets);
  CHECK((*route.phases)[3]->minimal.sets != first.minimal.sets);
  const std::uint32_t* before = route.sets;
  route.enter(1);
  CHECK(route.sets != before);
}

TEST_CASE("a switch whose links all fail for a time is behind all others in the tree, and is reached when it is back") {
  topology::Topology built = petersen();
  topology::FaultPlan faults;
  faults.routers = {"s4 at 100 until 200"};
  faults.reroute_after = CycleCount{10};
  topology::fail(faults, built);
  auto setup = setup_on(built, 2);
  const EscapeTree route = make_route(routing::EscapeTreeParams{}, setup);
  REQUIRE(route.phases->size() == 3);
  CHECK_FALSE(route.phases->front()->tree.cut_off);
  const routing::Fabric all(built.graph), steady = routing::Fabric::steady(built.graph, built.failures);
  const routing::UpDownOrder order(all, steady, routing::central_switch(steady));
  unsigned behind = 0;
  for (std::uint32_t from = 0; from < all.switches(); ++from) {
    if (!steady.hops(from).empty()) continue;
    ++behind;
    for (const routing::Fabric::Hop& hop : all.hops(from)) CHECK(order.goes_up(from, hop.to));
    // From everywhere to it, down over its last link; the same port before and after.
    for (std::uint32_t other = 0; other < all.switches(); ++other) {
      const std::size_t cell = std::size_t{2} * other * route.tables->tree.columns + from;
      CHECK((*route.phases)[0]->tree.ports[cell] == (*route.phases)[2]->tree.ports[cell]);
    }
  }
  CHECK(behind == 1);
}

}  // namespace escape_tree_test

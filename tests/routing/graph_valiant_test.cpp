// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/graph_valiant.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/routing/any_network.hpp"

namespace graph_valiant_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::PortChoice;

template <class Params>
Params with_choice(PortChoice choice) {
  Params params;
  params.choice = choice;
  return params;
}

}  // namespace

TEST_CASE("Valiant's ways have at most twice the diameter, and so many virtual channels leave no cycle of waits") {
  for (const topology::Topology& built : {petersen(), crooked(), one_way(), topology::TorusParams{{3, 3}, true}.build(),
                                          topology::DragonflyParams{1, 3, 1}.build()}) {
    const unsigned diameter = routing::shortest_tables(routing::Fabric(built.graph), PortChoice::first).longest;
    for (const PortChoice choice : {PortChoice::first, PortChoice::adaptive, PortChoice::emptiest}) {
      const TableRoute route = route_on(built, with_choice<routing::GraphValiantParams>(choice), 2 * diameter);
      StateSearch search(route, built, 2 * diameter);
      unsigned hops = 0;
      search.see = [&](const AnyView&, const auto& state, unsigned) {
        if (state.hops != 0xffffU) hops = std::max<unsigned>(hops, state.hops);
      };
      for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
        const auto found = search.from(source, destination);
        REQUIRE(found.longest <= 2 * diameter + 2);
      });
      CHECK(hops < 2 * diameter);
      CHECK_FALSE(search.waits().has_cycle());
    }
  }
}

TEST_CASE("a detour leads over every other switch with nodes, and never over those of source and destination") {
  const topology::Topology built = petersen();
  const TableRoute route = route_on(built, with_choice<routing::GraphValiantParams>(PortChoice::first), 4);
  for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
    std::set<std::uint32_t> over;
    for_each_start(route, source, destination, [&](const auto& state) { over.insert(state.toward); });
    const std::uint32_t from = source / 2, to = destination / 2;
    if (from == to) {
      REQUIRE(over == std::set{to});
    } else {
      REQUIRE(over.size() == 8);
      REQUIRE(over.count(from) + over.count(to) == 0);
    }
  });
}

TEST_CASE("UGAL-L takes the shortest way when its queues are empty, and a detour when only that one is free") {
  const topology::Topology built = petersen();
  const TableRoute route = route_on(built, routing::GraphUgalParams{}, 4);
  StateSearch search(route, built, 4);
  for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
    const auto found = search.from(source, destination);
    const unsigned shortest = searched(built.graph, source)[destination];
    REQUIRE(found.shortest == shortest);
    if (source / 2 != destination / 2) REQUIRE(found.longest > shortest);
  });
  CHECK_FALSE(search.waits().has_cycle());
}

TEST_CASE("a high threshold keeps UGAL-L on shortest ways") {
  const topology::Topology built = petersen();
  routing::GraphUgalParams params;
  params.threshold = 1'000'000;
  const TableRoute route = route_on(built, params, 4);
  StateSearch search(route, built, 4);
  for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
    REQUIRE(search.from(source, destination).longest == searched(built.graph, source)[destination]);
  });
}

}  // namespace graph_valiant_test

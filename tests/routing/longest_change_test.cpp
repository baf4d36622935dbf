// SPDX-License-Identifier: Apache-2.0
// Tables that change in the course of a run: one set for each phase, under one ladder.
#include "fsin/routing/tables/longest_change.hpp"

#include <doctest/doctest.h>

#include <optional>

#include "fsin/routing/algorithms/graph_par.hpp"
#include "fsin/routing/algorithms/shortest.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/routing/any_network.hpp"

namespace longest_change_test {

namespace {

using namespace fsin;
using namespace routing_tests;

topology::Topology ring_of_six(const char* fault, std::optional<std::uint64_t> after) {
  topology::Topology ring = topology::build(topology::TorusParams{{6}, true});
  topology::FaultPlan faults;
  faults.links = {fault};
  if (after) faults.reroute_after = CycleCount{*after};
  topology::fail(faults, ring);
  return ring;
}

routing::TableRoute route_on(const topology::Topology& topology, unsigned vcs) {
  auto setup = setup_on(topology, vcs);
  return make_route(routing::ShortestParams{}, setup);
}

}  // namespace

TEST_CASE("the longest way over all changes is that of a packet which turns back where the next link is gone") {
  const topology::Topology ring = ring_of_six("0-1 at 100", 10);
  routing::TableRoute route = route_on(ring, 8);
  REQUIRE(route.phases != nullptr);
  CHECK(route.phases->size() == 2);
  CHECK(route.tables->longest == 2 + 5);  // from 4 over 5 to 0, and from there round the ring to 1
  CHECK(route.facts.last_level == 6);
  // Node 0 sends to 1 by X+ at first, and by X- after the fault.
  const std::size_t cell = std::size_t{0} * route.tables->columns + 1;
  REQUIRE(route.tables->next(cell).size() == 1);
  const std::uint8_t before = route.tables->next(cell)[0];
  route.enter(1);
  REQUIRE(route.tables->next(cell).size() == 1);
  CHECK(route.tables->next(cell)[0] != before);
  CHECK(route.facts.last_level == 6);
  CHECK(ring.graph.next(RouterId(0), route.tables->next(cell)[0]).router == RouterId(5));
}

TEST_CASE("a return is a change of its own, after which the way may turn once more") {
  const topology::Topology ring = ring_of_six("0-1 at 100 until 200", 10);
  const routing::TableRoute route = route_on(ring, 16);
  CHECK(route.phases->size() == 3);
  // From 4 over 5 to 0; back to 4, from which the shortest way to 1 is that over 0 again.
  CHECK(route.tables->longest == 2 + 2 + 3);
}

TEST_CASE("the longest detour over all changes begins and ends wherever tables may change") {
  // Without a change both halves have three links. With one: 2 + 5 links to the switch of the detour, as above, by old
  // tables to 0 and by new ones to 1, and then up to 5 by the new ones; or first the longest half by the old tables.
  const topology::Topology ring = ring_of_six("0-1 at 100", 10);
  auto setup = setup_on(ring, 32);
  const routing::TableRoute valiant = make_route(routing::GraphValiantParams{}, setup);
  REQUIRE(valiant.phases != nullptr);
  CHECK(valiant.tables->longest_detour == 2 + 5 + 5);
  CHECK(valiant.facts.last_level == 11);
  // A packet that has not decided may have gone to the next switch, which is as far from others as any.
  routing::GraphParParams par;
  par.decisions = 3;
  CHECK(make_route(par, setup).tables->longest_detour == 2 + 12);
  CHECK(make_route(par, setup).facts.decisions == 3);
  for (const routing::TablePhase& phase : *make_route(par, setup).phases) {
    CHECK(phase.facts.threshold == par.threshold);
    CHECK(phase.facts.by_backlog);
    CHECK(phase.facts.distance != nullptr);
  }
}

TEST_CASE("over tables that never change the longest detour is that of the tables") {
  for (const topology::Topology& built :
       {petersen(), crooked(), topology::build(topology::TorusParams{{4, 3}, true})}) {
    const routing::Fabric fabric(built.graph);
    const routing::ChangingTables same{{routing::shortest_tables(fabric, routing::PortChoice::packet)},
                                       {routing::neighbours_of(fabric)}};
    const std::vector<routing::RouteTables>& one = same.phases;
    CHECK(routing::longest_over_changes(same) == one[0].longest);
    for (unsigned decisions = 1; decisions < 5; ++decisions) {
      CAPTURE(decisions);
      const unsigned whole = routing::longest_detour_over_changes(same, decisions);
      CHECK(whole <= routing::longest_detour(fabric, one[0], decisions));
      CHECK(whole >= 2 * one[0].longest - 1);
    }
  }
}

TEST_CASE("a link that comes back before tables know it counts for those that have waited for it") {
  // A row of four: 1-2 is away from 100 on and back in 200. A packet from 0 to 3 waits at 1,
  // crosses 1-2 and 2-3 under the tables that say that it is cut off, and no link twice.
  topology::Topology row = topology::build(topology::MeshParams{{4}});
  topology::FaultPlan faults;
  faults.links = {"1-2 at 100 until 200"};
  faults.reroute_after = CycleCount{10};
  topology::fail(faults, row);
  auto setup = setup_on(row, 8);
  CHECK(make_route(routing::ShortestParams{}, setup).tables->longest == 3);
}

TEST_CASE("without the key there is one set of tables, with the ladder of the longest path") {
  const topology::Topology ring = ring_of_six("0-1 at 100", {});
  const routing::TableRoute route = route_on(ring, 8);
  CHECK(route.phases == nullptr);
  CHECK(route.tables->longest == 3);
  CHECK(route.facts.last_level == 2);
}

}  // namespace longest_change_test

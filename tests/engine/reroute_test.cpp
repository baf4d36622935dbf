// SPDX-License-Identifier: Apache-2.0
// Routing tables that follow faults in the course of a run, to the cycle. Both engines.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/engine/pages/script.hpp"

namespace reroute_test {

using namespace fsin;
using pages::Ran;
using pages::ScriptedPacket;

namespace {

constexpr engine::EngineKind both[] = {engine::EngineKind::reference, engine::EngineKind::event};
constexpr unsigned phits = 3;

/// A two-way ring of eight; shortest paths have one way each, but those of four links.
engine::Design ring() {
  engine::Design design;
  design.topology = topology::TorusParams{{8}, true};
  design.routing = routing::ShortestParams{};
  design.router.virtual_channels = 2;
  design.packet_phits = phits;
  return design;
}

topology::FaultPlan faults(std::vector<std::string> links, std::optional<std::uint64_t> after) {
  topology::FaultPlan plan;
  plan.links = std::move(links);
  if (after) plan.reroute_after = CycleCount{*after};
  return plan;
}

/// Where nothing is in the way, the tail is there so many cycles after a header that starts.
Cycle flight(unsigned hops) { return hops + phits - 1; }

}  // namespace

TEST_CASE("packets find another way once tables follow a fault, and the old one once they follow the return") {
  // The link 0-1 is away from cycle 100 to 199; tables say so from 110 to 209.
  const topology::FaultPlan plan = faults({"0-1 at 100 until 200"}, 10);
  const std::vector<ScriptedPacket> packets{{0, 2, 50}, {0, 2, 102}, {0, 2, 150}, {0, 2, 209}, {0, 2, 220}};
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, ring(), packets, never, plan);
    CHECK(ran.totals.outcome == stats::Outcome::finished);
    REQUIRE(ran.packets.size() == 5);
    CHECK(ran.packets[0].delivered == 50 + flight(2));   // before the fault
    CHECK(ran.packets[1].delivered == 110 + flight(6));  // waits at the failed link for the new tables
    CHECK(ran.packets[1].hops == 6);
    CHECK(ran.packets[2].delivered == 150 + flight(6));
    // The link is there again, but the tables lead away from it until cycle 210, in which the packet is at node 7.
    CHECK(ran.packets[3].hops == 1 + 3);
    CHECK(ran.packets[3].delivered == 209 + flight(4));
    CHECK(ran.packets[4].delivered == 220 + flight(2));  // the old way
  }
}

TEST_CASE("a packet under way turns back in the cycle in which tables change, and again when the link returns") {
  for (const auto kind : both) {
    // Its header is at node 2 in cycle 12, in which the link 2-3 fails.
    const Ran at_once = pages::run_script(kind, ring(), {{0, 3, 10}}, never, faults({"2-3 at 12"}, 0));
    REQUIRE(at_once.packets.size() == 1);
    CHECK(at_once.packets[0].hops == 2 + 7);
    CHECK(at_once.packets[0].delivered == 10 + flight(9));
    const Ran later = pages::run_script(kind, ring(), {{0, 3, 10}}, never, faults({"2-3 at 12"}, 5));
    REQUIRE(later.packets.size() == 1);
    CHECK(later.packets[0].hops == 9);
    CHECK(later.packets[0].delivered == 17 + flight(7));
    // In cycle 14 it is back at node 0, and the tables are those of the start again.
    const Ran again = pages::run_script(kind, ring(), {{0, 3, 10}}, never, faults({"2-3 at 12 until 14"}, 0));
    REQUIRE(again.packets.size() == 1);
    CHECK(again.packets[0].hops == 2 + 2 + 3);
    CHECK(again.packets[0].delivered == 10 + flight(7));
  }
}

TEST_CASE("without the key tables stay those of the start, and a packet waits for the link") {
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, ring(), {{0, 2, 150}}, never, faults({"0-1 at 100 until 200"}, {}));
    REQUIRE(ran.packets.size() == 1);
    CHECK(ran.packets[0].delivered == 200 + flight(2));
  }
}

TEST_CASE("a run that stands still goes on while tables are to follow a fault") {
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, ring(), {{0, 2, 12}}, never, faults({"0-1 at 10"}, 50'000));
    CHECK(ran.totals.outcome == stats::Outcome::finished);
    REQUIRE(ran.packets.size() == 1);
    CHECK(ran.packets[0].delivered == 50'010 + flight(6));
  }
}

TEST_CASE("a node that is cut off for a time is reached once its router is back and tables say so") {
  topology::FaultPlan plan;
  plan.routers = {"2 at 100 until 200"};
  plan.reroute_after = CycleCount{10};
  for (const auto kind : both) {
    // From 0 to 3 the other way round; the packet for node 2 comes to node 3 and waits there for the link.
    const Ran ran = pages::run_script(kind, ring(), {{0, 3, 120}, {4, 2, 150}}, never, plan);
    CHECK(ran.totals.outcome == stats::Outcome::finished);
    REQUIRE(ran.packets.size() == 2);
    CHECK(ran.packets[0].hops == 5);
    CHECK(ran.packets[0].delivered == 120 + flight(5));
    CHECK(ran.packets[1].hops == 2);
    CHECK(ran.packets[1].delivered == 200 + flight(1));
    // For ever: the run ends as unreachable.
    plan.routers = {"2 at 100"};
    CHECK(pages::run_script(kind, ring(), {{4, 2, 150}}, never, plan).totals.outcome == stats::Outcome::unreachable);
    plan.routers = {"2 at 100 until 200"};
  }
}

TEST_CASE("what fails from the start and comes back is known to tables that follow") {
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, ring(), {{0, 2, 20}, {0, 2, 90}}, never, faults({"0-1 at 1 until 80"}, 4));
    REQUIRE(ran.packets.size() == 2);
    CHECK(ran.packets[0].delivered == 20 + flight(6));
    CHECK(ran.packets[1].delivered == 90 + flight(2));
  }
}

TEST_CASE("both halves of a detour follow the faults") {
  engine::Design design = ring();
  design.topology = topology::TorusParams{{3}, true};  // from 0 to 1 there is one detour, over 2
  design.routing = routing::GraphValiantParams{};
  design.router.virtual_channels = 12;
  const std::vector<ScriptedPacket> packets{{0, 1, 50}, {0, 1, 150}, {0, 1, 250}};
  for (const auto kind : both) {
    // Over 2 and back to 0, once tables know that 2-1 is away.
    const Ran second = pages::run_script(kind, design, packets, never, faults({"2-1 at 100 until 200"}, 10));
    REQUIRE(second.packets.size() == 3);
    CHECK(second.packets[0].delivered == 50 + flight(2));
    CHECK(second.packets[1].delivered == 150 + flight(3));
    CHECK(second.packets[2].delivered == 250 + flight(2));
    // To 2 over 1, where the packet for 1 is consumed on its way.
    const Ran first = pages::run_script(kind, design, packets, never, faults({"0-2 at 100 until 200"}, 10));
    REQUIRE(first.packets.size() == 3);
    CHECK(first.packets[1].delivered == 150 + flight(1));
    CHECK(first.packets[2].delivered == 250 + flight(2));
  }
}

TEST_CASE("a packet gives its detour up where tables say that faults have cut it off, also one that waits for it") {
  engine::Design design = ring();
  design.topology = topology::TorusParams{{3}, true};
  design.routing = routing::GraphValiantParams{};
  design.router.virtual_channels = 12;
  topology::FaultPlan plan;
  plan.routers = {"2 at 100"};
  plan.reroute_after = CycleCount{10};
  for (const auto forward : {router::Forward::header, router::Forward::tail_due}) {
    design.router.forward = forward;
    for (const auto kind : both) {
      CAPTURE(kind);
      // One waits for the link to 2 when tables change; for the other no detour is drawn.
      const Ran ran = pages::run_script(kind, design, {{0, 1, 102}, {0, 1, 150}}, never, plan);
      CHECK(ran.totals.outcome == stats::Outcome::finished);
      REQUIRE(ran.packets.size() == 2);
      CHECK(ran.packets[0].delivered == 110 + flight(1));
      CHECK(ran.packets[1].delivered == 150 + flight(1));
    }
  }
}

TEST_CASE("a switch that decides by its queues goes round a failed link at once, and by new tables from then on") {
  engine::Design design = ring();
  design.topology = topology::TorusParams{{3}, true};
  design.router.virtual_channels = 12;
  const std::vector<ScriptedPacket> packets{{0, 1, 50}, {0, 1, 102}, {0, 1, 150}, {0, 1, 250}};
  for (const routing::AnyRouting& routing :
       {routing::AnyRouting(routing::GraphUgalParams{}), routing::AnyRouting(routing::GraphUgalGParams{}),
        routing::AnyRouting(routing::GraphParParams{})}) {
    design.routing = routing;
    CAPTURE(routing.name());
    for (const auto kind : both) {
      const Ran ran = pages::run_script(kind, design, packets, never, faults({"0-1 at 100 until 200"}, 10));
      REQUIRE(ran.packets.size() == 4);
      CHECK(ran.packets[0].delivered == 50 + flight(1));
      CHECK(ran.packets[1].delivered == 102 + flight(2));
      CHECK(ran.packets[2].delivered == 150 + flight(2));
      CHECK(ran.packets[3].delivered == 250 + flight(1));
    }
  }
}

TEST_CASE("adaptive ways follow the faults, over an escape on the links that never fail") {
  engine::Design design = ring();
  design.routing = routing::EscapeTreeParams{};
  const std::vector<ScriptedPacket> packets{{0, 2, 50}, {0, 2, 102}, {0, 2, 150}, {0, 2, 209}, {0, 2, 220}};
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, design, packets, never, faults({"0-1 at 100 until 200"}, 10));
    CHECK(ran.totals.outcome == stats::Outcome::finished);
    REQUIRE(ran.packets.size() == 5);
    CHECK(ran.packets[0].delivered == 50 + flight(2));
    CHECK(ran.packets[1].delivered == 102 + flight(6));  // by the tree, at once
    CHECK(ran.packets[2].delivered == 150 + flight(6));
    CHECK(ran.packets[3].delivered == 209 + flight(1 + 3));  // turns back in cycle 210, at node 7
    CHECK(ran.packets[4].delivered == 220 + flight(2));
  }
}

TEST_CASE("a routing that keeps its tables refuses to follow faults by name, and names those that can") {
  engine::Design design = ring();
  topology::Topology topology = topology::build(design.topology);
  topology::fail(faults({"0-1 at 100"}, 10), topology);
  routing::Routings::for_each([&](const auto& family) {
    design.routing = family;
    if (routing::reroutes(design.routing)) return;
    CAPTURE(design.routing.name());
    Diagnostics diagnostics;
    engine::check_built(design, topology, diagnostics);
    REQUIRE(!diagnostics.ok());
    CHECK(diagnostics.text().find("routing " + std::string(design.routing.name()) + " stay") != std::string::npos);
    CHECK(diagnostics.text().find("shortest") != std::string::npos);
  });
  design.routing = routing::ShortestParams{};
  Diagnostics diagnostics;
  engine::check_built(design, topology, diagnostics);
  CHECK(diagnostics.ok());
}

TEST_CASE("tables are made for a limited number of changes, and more are a mistake of the faults") {
  topology::FaultPlan plan = faults({}, 1);
  for (unsigned i = 0; i < topology::FaultPlan::most_reroutes / 2; ++i)
    plan.links.push_back("0-1 at " + std::to_string(100 * i + 50) + " until " + std::to_string(100 * i + 90));
  topology::Topology enough = topology::build(ring().topology);
  topology::fail(plan, enough);
  CHECK(enough.failures.mistakes.empty());
  CHECK(enough.failures.reroutes.size() == topology::FaultPlan::most_reroutes);
  CHECK(enough.failures.reroutes.front() == topology::Reroute{51, 50});
  plan.links.push_back("0-1 at 5000");
  topology::Topology more = topology::build(ring().topology);
  topology::fail(plan, more);
  REQUIRE(more.failures.mistakes.size() == 1);
  CHECK(more.failures.mistakes[0].starts_with("network.faults.reroute_after: "));
}

}  // namespace reroute_test

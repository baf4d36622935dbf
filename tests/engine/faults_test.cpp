// SPDX-License-Identifier: Apache-2.0
// A fault to the cycle: what crosses before it, what goes round it, and what waits for ever. Both engines.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/escape_tree.hpp"
#include "fsin/routing/graph_par.hpp"
#include "fsin/routing/graph_ugal_g.hpp"
#include "fsin/routing/graph_valiant.hpp"
#include "fsin/routing/hyperx_adaptive.hpp"
#include "fsin/routing/k_paths.hpp"
#include "fsin/routing/layered.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/spanning_tree.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "tests/engine/pages/script.hpp"

namespace faults_test {

using namespace fsin;
using pages::Ran;
using pages::ScriptedPacket;

namespace {

constexpr engine::EngineKind both[] = {engine::EngineKind::reference, engine::EngineKind::event};

engine::Design mesh(std::vector<unsigned> dims, bool adaptive) {
  engine::Design design;
  design.topology = topology::MeshParams{std::move(dims)};
  if (adaptive) design.routing = routing::AdaptiveParams{routing::selection<routing::RandomSelection>};
  design.router.virtual_channels = 2;
  design.packet_phits = 3;
  return design;
}

topology::FaultPlan link(const std::string& text) {
  topology::FaultPlan faults;
  faults.links = {text};
  return faults;
}

}  // namespace

TEST_CASE("a packet that was granted a link before the fault crosses it, and a later one does not") {
  for (const auto kind : both) {
    const std::vector<ScriptedPacket> packets{{0, 2, 7}, {0, 2, 10}};
    const Ran before = pages::run_script(kind, mesh({3}, false), packets, never, link("0-1 at 11"));
    CHECK(before.totals.outcome == stats::Outcome::finished);
    REQUIRE(before.packets.size() == 2);
    CHECK(before.packets[1].delivered == 10 + 2 + 3 - 1);  // header in cycle 10, tail in 12
    const Ran after = pages::run_script(kind, mesh({3}, false), packets, never, link("0-1 at 10"));
    CHECK(after.totals.outcome == stats::Outcome::unreachable);
    CHECK(after.packets.size() == 1);
    CHECK(after.totals.packets_in_network == 1);
    REQUIRE(after.totals.diagnosis.size() == 2);
    CHECK(after.totals.diagnosis[0] == "1 of the packets in the network can take failed links only:");
    CHECK(
        after.totals.diagnosis[1].starts_with("  (0) injection queue 0: packet 0 -> 2 can take output X+ to (1), "
                                              "which failed in cycle 10"));
  }
}

TEST_CASE("the end of a run whose packets cannot arrive is dated as that of a deadlock") {
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, mesh({3}, false), {{0, 2, 1}}, never, link("1-2"));
    CHECK(ran.totals.outcome == stats::Outcome::unreachable);
    CHECK(ran.totals.cycles == 1 + 10000 + 3);  // the header reaches router 1 in cycle 1
    CHECK(ran.totals.diagnosis[1].find("which has failed from the start") != std::string::npos);
  }
}

TEST_CASE("a window that ends with stranded packets has figures, and its outcome is unreachable") {
  for (const auto kind : both) {
    const Ran ran = pages::run_script(kind, mesh({3}, false), {{0, 2, 1}, {2, 1, 1}}, 50, link("0-1"));
    CHECK(ran.totals.outcome == stats::Outcome::unreachable);
    CHECK(ran.totals.cycles == 50);
    CHECK(ran.totals.packets_delivered == 1);
  }
}

TEST_CASE("adaptive routing goes round a fault where it has a second minimal way") {
  for (const auto kind : both) {
    for (const char* fault : {"0-1", "0-1 at 5"}) {
      const Ran ran = pages::run_script(kind, mesh({2, 2}, true), {{0, 3, 5}}, never, link(fault));
      CHECK(ran.totals.outcome == stats::Outcome::finished);
      REQUIRE(ran.packets.size() == 1);
      CHECK(ran.packets[0].delivered == 5 + 2 + 3 - 1);
    }
    CHECK(pages::run_script(kind, mesh({2, 2}, true), {{0, 1, 5}}, never, link("0-1")).totals.outcome ==
          stats::Outcome::unreachable);
  }
}

TEST_CASE("a packet goes round a failed link of a HyperX by one hop more, and round one of a dragonfly by a detour") {
  engine::Design hyperx;
  hyperx.topology = topology::HyperXParams{{3, 3}, 1, {1}};
  hyperx.router.virtual_channels = 4;
  hyperx.packet_phits = 3;
  engine::Design dragonfly = hyperx;
  dragonfly.topology = topology::DragonflyParams{.p = 1, .a = 4, .h = 1};
  for (const auto kind : both) {
    for (const auto algorithm :
         {routing::HyperXAlgorithm::dal, routing::HyperXAlgorithm::dimwar, routing::HyperXAlgorithm::omniwar}) {
      routing::HyperXAdaptiveParams params;
      params.algorithm = algorithm;
      hyperx.routing = params;
      CHECK(pages::run_script(kind, hyperx, {{0, 1, 5}}).packets.at(0).hops == 3);
      const Ran ran = pages::run_script(kind, hyperx, {{0, 1, 5}}, never, link("s0-s1"));
      CHECK(ran.totals.outcome == stats::Outcome::finished);
      CHECK(ran.packets.at(0).hops == 4);
      CHECK(ran.packets.at(0).delivered == 5 + 4 + 3 - 1);
    }
    for (const routing::AnyRouting& routing :
         {routing::AnyRouting(routing::DragonflyUgalParams{}), routing::AnyRouting(routing::DragonflyParParams{})}) {
      dragonfly.routing = routing;
      // Switches 0 and 7 have the link between groups 0 and 1.
      CHECK(pages::run_script(kind, dragonfly, {{0, 7, 5}}).packets.at(0).hops == 3);
      const Ran ran = pages::run_script(kind, dragonfly, {{0, 7, 5}, {0, 1, 60}}, never, link("s0-s7"));
      CHECK(ran.totals.outcome == stats::Outcome::finished);
      CHECK(ran.packets.at(0).hops > 4);
      // Within a group, over a third switch.
      const Ran within = pages::run_script(kind, dragonfly, {{0, 1, 5}}, never, link("s0-s1"));
      CHECK(within.totals.outcome == stats::Outcome::finished);
      CHECK(within.packets.at(0).hops == 4);
    }
  }
}

TEST_CASE("tables know the faults that are there from the start, and keep their ways at later ones") {
  for (const auto kind : both) {
    engine::Design design = mesh({3, 2}, false);
    design.routing = routing::ShortestParams{};
    const Ran from_start = pages::run_script(kind, design, {{0, 1, 5}}, never, link("0-1"));
    CHECK(from_start.totals.outcome == stats::Outcome::finished);
    REQUIRE(from_start.packets.size() == 1);
    CHECK(from_start.packets[0].hops == 3);
    CHECK(pages::run_script(kind, design, {{0, 1, 5}}, never, link("0-1 at 4")).totals.outcome ==
          stats::Outcome::unreachable);
  }
}

TEST_CASE("a packet for a node that the tables cannot reach goes to the failed link, and the run ends as unreachable") {
  topology::FaultPlan faults;
  faults.routers = {"5"};
  routing::EscapeTreeParams returning;
  returning.returns = true;
  const routing::AnyRouting routings[] = {
      routing::ShortestParams{},   routing::GraphValiantParams{}, routing::GraphUgalParams{},
      routing::GraphUgalGParams{}, routing::GraphParParams{},     routing::PathsParams{},
      routing::LayeredParams{},    routing::SpanningTreeParams{}, returning};
  for (const routing::AnyRouting& routing : routings) {
    CAPTURE(routing.name());
    for (const auto kind : both) {
      engine::Design design = mesh({3, 2}, false);
      design.routing = routing;
      const Ran ran = pages::run_script(kind, design, {{3, 2, 5}, {0, 5, 60}}, never, faults);
      CHECK(ran.totals.outcome == stats::Outcome::unreachable);
      REQUIRE(ran.packets.size() == 1);
      CHECK(ran.packets[0].destination == NodeId(2));
      REQUIRE(ran.totals.diagnosis.size() == 2);
      CHECK(ran.totals.diagnosis[1].find("packet 0 -> 5 can take output") != std::string::npos);
      CHECK(ran.totals.diagnosis[1].find("which has failed from the start") != std::string::npos);
    }
  }
}

// With `returns`, a packet from 2 to 4 would go back and forth for ever: its shortest way is over 3, and the tree, of
// which 3 is the lowest switch, leads away from it and round the ring.
TEST_CASE("a packet that escapes from a link that has failed stays on the tree until it arrives or can go no further") {
  engine::Design design;
  design.topology = topology::TorusParams{{8}, true};
  design.router.virtual_channels = 2;
  design.packet_phits = 3;
  routing::EscapeTreeParams escape;
  escape.root = 7;
  escape.returns = true;
  design.routing = escape;
  for (const auto kind : both) {
    const Ran round = pages::run_script(kind, design, {{2, 4, 10}}, never, link("2-3 at 5"));
    CHECK(round.totals.outcome == stats::Outcome::finished);
    REQUIRE(round.packets.size() == 1);
    CHECK(round.packets[0].hops == 6);
    topology::FaultPlan faults = link("2-3 at 5");
    faults.routers = {"4 at 5"};
    CHECK(pages::run_script(kind, design, {{2, 4, 10}}, never, faults).totals.outcome == stats::Outcome::unreachable);
  }
}

TEST_CASE("a packet waits for a link until it comes back, longer than a run that stands still would last") {
  for (const auto kind : both) {
    for (const Cycle until : {40, 50'000}) {
      const Ran ran = pages::run_script(kind, mesh({3}, false), {{0, 2, 7}, {0, 2, 8}}, never,
                                        link("0-1 at 7 until " + std::to_string(until)));
      CHECK(ran.totals.outcome == stats::Outcome::finished);
      REQUIRE(ran.packets.size() == 2);
      CHECK(ran.packets[0].delivered == until + 2 + 3 - 1);
      CHECK(ran.packets[1].delivered == until + 2 + 3 - 1 + 3);
    }
    const Ran again = pages::run_script(kind, mesh({3}, false), {{0, 2, 25}, {0, 2, 45}}, never, [] {
      topology::FaultPlan twice = link("0-1 at 20 until 30");
      twice.links.push_back("0-1 at 40");
      return twice;
    }());
    CHECK(again.totals.outcome == stats::Outcome::unreachable);
    REQUIRE(again.packets.size() == 1);
    CHECK(again.packets[0].delivered == 30 + 2 + 3 - 1);
    CHECK(again.totals.diagnosis.at(1).find("which failed in cycle 40") != std::string::npos);
    // A window that ends before: the packets are there still.
    const Ran early = pages::run_script(kind, mesh({3}, false), {{0, 2, 7}}, 30, link("0-1 at 7 until 40"));
    CHECK(early.totals.outcome == stats::Outcome::unreachable);
    CHECK(early.totals.diagnosis.at(1).find("which failed in cycle 7 and comes back in cycle 40") != std::string::npos);
  }
}

TEST_CASE("the node of a router that comes back sends again, from the cycle of the return on") {
  topology::FaultPlan faults;
  for (const Cycle until : {60, 50'000}) {
    faults.routers = {"1 at 8 until " + std::to_string(until)};
    for (const auto kind : both) {
      const Ran ran = pages::run_script(kind, mesh({3}, false), {{1, 2, 7}, {1, 2, 8}, {0, 2, 9}}, never, faults);
      CHECK(ran.totals.outcome == stats::Outcome::finished);
      REQUIRE(ran.packets.size() == 3);
      CHECK(ran.packets[0].entered == 7);
      CHECK(ran.packets[2].entered == until);
      CHECK(ran.packets[2].source == NodeId(1));
    }
  }
}

TEST_CASE("the node of a router that fails takes what has arrived and sends nothing more") {
  topology::FaultPlan faults;
  faults.routers = {"1 at 8"};
  for (const auto kind : both) {
    // To node 1: one whose header is there in cycle 7, one that comes too late. From node 1: the same.
    const std::vector<ScriptedPacket> packets{{0, 1, 7}, {0, 1, 20}, {1, 2, 7}, {1, 2, 8}};
    const Ran ran = pages::run_script(kind, mesh({3}, false), packets, 100, faults);
    CHECK(ran.totals.outcome == stats::Outcome::unreachable);
    CHECK(ran.packets.size() == 2);
    CHECK(ran.totals.packets_injected == 3);
  }
}

}  // namespace faults_test

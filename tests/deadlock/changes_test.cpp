// SPDX-License-Identifier: Apache-2.0
// Networks whose routing tables change in the course of a run: packets that have come by earlier tables count.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/deadlock/design.hpp"
#include "fsin/engine/walker.hpp"
#include "fsin/routing/algorithms/layered.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"

namespace changes_test {

using namespace fsin;

namespace {

/// Four nodes in a square, on shortest paths by the first port: without faults that is dimension order.
engine::Design square(unsigned vcs) {
  routing::ShortestParams first;
  first.choice = routing::PortChoice::first;
  engine::Design design;
  design.topology = topology::MeshParams{{2, 2}};
  design.routing = first;
  design.router.virtual_channels = vcs;
  return design;
}

deadlock::Verdict verdict_of(const engine::Design& design, std::vector<std::string> links, bool follows,
                             const deadlock::Budget& budget = {}) {
  topology::FaultPlan faults;
  faults.links = std::move(links);
  if (follows) faults.reroute_after = CycleCount{10};
  topology::Topology topology = topology::build(design.topology);
  topology::fail(faults, topology);
  return deadlock::decide(design, topology, budget);
}

const std::vector<std::string> two_faults{"0-1 at 100 until 200", "2-3 at 200 until 300"};

}  // namespace

TEST_CASE("tables each of which is free of deadlock are refused where packets of both can wait for each other") {
  CHECK(verdict_of(square(1), two_faults, false).answer == deadlock::Answer::free);
  CHECK(verdict_of(square(1), {"0-1"}, false).answer == deadlock::Answer::free);
  CHECK(verdict_of(square(1), {"2-3"}, false).answer == deadlock::Answer::free);
  const deadlock::Verdict both = verdict_of(square(1), two_faults, true);
  CHECK(both.answer == deadlock::Answer::unsafe);
  CHECK(both.cycle.size() >= 2);
  CHECK(both.lines.size() >= both.cycle.size());
  CHECK(both.text.starts_with("from cycle 210 on, under the tables of the network of cycle 200 "));
}

TEST_CASE("a ladder with a level for each link of the longest way over all changes is free of deadlock") {
  // From 0 to 1: one link, and over 2 and 3 after the fault. A packet for 3 may turn back at every change.
  unsigned fewest = 1;
  while (verdict_of(square(fewest), two_faults, true).answer != deadlock::Answer::free) ++fewest;
  CHECK(fewest > 1);
  CHECK(fewest <= 2 + 3 + 3 + 2);
  const deadlock::Verdict whole = verdict_of(square(10), two_faults, true);
  CHECK(whole.answer == deadlock::Answer::free);
  CHECK(whole.reason == deadlock::Reason::ladder);
  // The same where the states are too many to be followed, by its construction.
  CHECK(verdict_of(square(10), two_faults, true, {.states = 10}).answer == deadlock::Answer::free);
  CHECK(verdict_of(square(2), two_faults, true, {.states = 10}).answer == deadlock::Answer::undecided);
}

TEST_CASE("detours over tables that change are free of deadlock with a level for each link of the longest") {
  engine::Design ring;
  ring.topology = topology::TorusParams{{4}, true};
  const std::vector<std::string> links{"0-1 at 100 until 300"};
  routing::GraphParParams par;
  par.decisions = 3;
  for (const routing::AnyRouting& routing :
       {routing::AnyRouting(routing::GraphValiantParams{}), routing::AnyRouting(routing::GraphUgalParams{}),
        routing::AnyRouting(routing::GraphUgalGParams{}), routing::AnyRouting(par)}) {
    CAPTURE(routing.name());
    ring.routing = routing;
    ring.router.virtual_channels = 1;
    CHECK(verdict_of(ring, links, true).answer == deadlock::Answer::unsafe);
    // The packets followed, as if nothing were known of the ladder's length.
    topology::FaultPlan faults;
    faults.links = links;
    faults.reroute_after = CycleCount{10};
    topology::Topology topology = topology::build(ring.topology);
    topology::fail(faults, topology);
    ring.router.virtual_channels = 16;
    const unsigned levels = engine::walker_of(ring, topology)->whole_ladder();
    CHECK(levels > 4);  // those of the ring without faults
    ring.router.virtual_channels = levels;
    const deadlock::Verdict whole = deadlock::decide(ring, topology);
    CHECK(whole.answer == deadlock::Answer::free);
    CHECK(whole.reason == deadlock::Reason::ladder);
    CHECK(whole.states > 100);
    CHECK(deadlock::decide(ring, topology, {.states = 10}).answer == deadlock::Answer::free);
  }
}

TEST_CASE("an escape in one order of switches leaves every packet a way, whichever tables it has come by") {
  engine::Design torus;
  torus.topology = topology::TorusParams{{3, 3}, true};
  torus.routing = routing::EscapeTreeParams{};
  torus.router.virtual_channels = 2;
  for (const std::vector<std::string>& links :
       {std::vector<std::string>{"0-1 at 100 until 200", "1-2 at 200 until 300"},
        std::vector<std::string>{"0-1 at 100", "0-2 at 200", "0-3 at 300"},
        std::vector<std::string>{"4-5 at 100 until 200", "4-3 at 150 until 300", "4-1 at 160",
                                 "4-7 at 170 until 500"}}) {
    const deadlock::Verdict verdict = verdict_of(torus, links, true);
    CHECK(verdict.answer == deadlock::Answer::free);
    CHECK(verdict.reason == deadlock::Reason::escape);
  }
}

TEST_CASE("layers that are chosen over all changes are free of deadlock, and too few may not be") {
  engine::Design torus;
  torus.topology = topology::TorusParams{{4, 3}, true};
  torus.routing = routing::LayeredParams{};
  topology::FaultPlan faults;
  faults.links = {"0-1 at 100 until 300", "5-6 at 200", "7-11 at 250 until 400"};
  faults.reroute_after = CycleCount{10};
  topology::Topology built = topology::build(torus.topology);
  topology::fail(faults, built);
  torus.router.virtual_channels = 1;
  CHECK(deadlock::decide(torus, built).answer == deadlock::Answer::unsafe);
  const routing::Setup<topology::Geometry> setup{
      .network = *built.geometry, .graph = &built.graph, .vcs = 16, .asked = {}, .failures = &built.failures};
  torus.router.virtual_channels = make_route(routing::LayeredParams{}, setup).tables->layers;
  CHECK(torus.router.virtual_channels < 8);
  CHECK(deadlock::decide(torus, built).reason == deadlock::Reason::acyclic);
}

TEST_CASE("a packet that a fault sends back on a ring needs a level for every link that it crosses") {
  engine::Design ring;
  ring.topology = topology::TorusParams{{6}, true};
  ring.routing = routing::ShortestParams{};
  ring.router.virtual_channels = 7;  // from 4 to 1: over 5 to 0, and back from there round the ring
  CHECK(verdict_of(ring, {"0-1 at 100"}, true).reason == deadlock::Reason::ladder);
  ring.router.virtual_channels = 3;  // as many as the ring needs without faults
  CHECK(verdict_of(ring, {"0-1 at 100"}, false).answer == deadlock::Answer::free);
}

}  // namespace changes_test

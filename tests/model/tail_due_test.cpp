// SPDX-License-Identifier: Apache-2.0
// Headers that wait until their tails are due, in front of links faster than the one they came over. The closed form of
// a lone packet between every pair of nodes is in link_classes_test.cpp.
#include <doctest/doctest.h>

#include "fsin/engine/design_checks.hpp"
#include "fsin/engine/speed_steps.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/load.hpp"

namespace tail_due_test {

namespace {

using namespace fsin;
using model::Design;
using model::EngineKind;

constexpr EngineKind both[]{EngineKind::event, EngineKind::reference};

}  // namespace

TEST_CASE(
    "where tails must be due, a fast link that a slow one feeds carries others until the packet crosses at full rate") {
  for (const EngineKind kind : both) {
    Design design = model::grid_design(topology::MeshParams{{2, 3}}, 2);
    design.routing = routing::DorParams{};
    design.packet_phits = 6;
    design.link_classes = {{.phit_cycles = 5, .delay = 0}, {.phit_cycles = 1, .delay = 0}};
    design.router.forward = router::Forward::tail_due;
    const model::Network network = model::make_network(design);
    // As above; the tail is there at the end of 30, so that the header may start over Y in 26, when the others are
    // gone.
    model::Scripted workload(network, {{1, 0, 3}, {8, 1, 3}, {14, 1, 3}, {20, 1, 3}});
    engine::RunPlan plan;
    plan.link_loads = true;
    const model::Outcome outcome = model::run(kind, network, workload, plan);
    REQUIRE(outcome.packets.size() == 4);
    for (const engine::PacketLog& packet : outcome.packets)
      CHECK(packet.delivered == (packet.source == NodeId(0) ? 32 : packet.entered + 6));
    CHECK(outcome.totals.all_links.phits == 6 * 5 + 4 * 6);  // cycles for which links are held
  }
}

TEST_CASE(
    "where tails must be due, slow links in front of fast ones cost what stays of a packet, in the bound as in a run") {
  // A node's link of 3 cycles a phit, links of 1 between switches, and again 3: two waits of (L - 1) * 2.
  Design tree;
  tree.topology = topology::FatTreeParams{.k = 2, .n = 3};
  tree.routing = routing::UpDownParams{};
  tree.packet_phits = 5;
  tree.link_classes = {{3, 0}, {1, 0}, {1, 0}};
  tree.router.forward = router::Forward::tail_due;
  for (const EngineKind kind : both) {
    const model::Network network = model::make_network(tree);
    model::Scripted workload(network, {{1, 0, 7}});
    const engine::PacketLog packet = model::run(kind, network, workload).packets.at(0);
    CHECK(packet.delivered - packet.entered == 3 + 4 + 3 + 4 + 2 * 4 * 2);
  }
  CHECK(run::longest_zero_load_latency(tree) >= 3 + 4 + 3 + 4 + 2 * 4 * 2);
}

TEST_CASE(
    "where tails must be due, a slow packet leaves the only consumption port to others until it can drain at once") {
  for (const EngineKind kind : both) {
    Design design = model::grid_design(topology::MeshParams{{2, 2}}, 1);
    design.routing = routing::DorParams{};
    design.packet_phits = 6;
    design.router.consumption = router::consumption<router::SingleConsumption>;
    design.link_classes = {{.phit_cycles = 5, .delay = 0}, {.phit_cycles = 1, .delay = 0}};
    const auto delivered = [&](router::Forward forward) {
      design.router.forward = forward;
      const model::Network network = model::make_network(design);
      model::Scripted workload(network, {{1, 0, 1}, {8, 3, 1}});  // over X, slow; over Y, fast
      std::vector<Cycle> cycles{0, 0};
      for (const engine::PacketLog& packet : model::run(kind, network, workload).packets)
        cycles.at(packet.source == NodeId(0) ? 0 : 1) = packet.delivered;
      return cycles;
    };
    CHECK(delivered(router::Forward::header) == std::vector<Cycle>{31, 37});
    CHECK(delivered(router::Forward::tail_due) == std::vector<Cycle>{31, 14});
  }
}

TEST_CASE(
    "the step from slow to fast links is found where packets may take it, and not in dimension order the other way") {
  Design design;
  design.topology = topology::MeshParams{{3, 3}};
  design.routing = routing::DorParams{};
  const auto step = [&](unsigned x, unsigned y) {
    design.link_classes = {{x, 0}, {y, 0}};
    return engine::largest_speed_step(design, topology::build(design.topology));
  };
  REQUIRE(step(4, 1));
  CHECK(step(4, 1)->slow == 4);
  CHECK(step(4, 1)->fast == 1);
  CHECK(!step(1, 4));  // X comes before Y
  CHECK(!step(4, 4));
  design.routing = routing::ShortestParams{};
  CHECK(step(1, 4));
  Design tree;
  tree.topology = topology::FatTreeParams{.k = 2, .n = 2};
  tree.routing = routing::UpDownParams{};
  const topology::Topology built = topology::build(tree.topology);
  tree.link_classes = {{1, 0}, {3, 0}};  // down to the nodes
  CHECK(engine::largest_speed_step(tree, built));
  tree.link_classes = {{3, 0}, {1, 0}};  // up from the nodes
  CHECK(engine::largest_speed_step(tree, built));
}

TEST_CASE("the warning of a slow link before a fast one ends where the rule is another, and under store-and-forward") {
  Design design;
  design.topology = topology::MeshParams{{3, 3}};
  design.routing = routing::DorParams{};
  design.router.flow_control = router::flow_control<router::NoFlowControl>;
  design.link_classes = {{4, 0}, {1, 0}};
  const topology::Topology built = topology::build(design.topology);
  const auto warned = [&] {
    Diagnostics diagnostics;
    engine::check_built(design, built, diagnostics, [](std::string_view) {
      Mark mark("default");
      mark.is_default = true;
      return mark;
    });
    return diagnostics.text().find("holds a faster one at the slow pace") != std::string::npos;
  };
  CHECK(warned());
  design.router.forward = router::Forward::tail_due;
  CHECK(!warned());
  design.router.forward = router::Forward::header;
  design.router.flow_control = router::flow_control<router::StoreAndForward>;
  CHECK(!warned());
}

}  // namespace tail_due_test

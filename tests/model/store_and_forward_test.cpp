// SPDX-License-Identifier: Apache-2.0
// Store-and-forward against closed forms: the time of a lone packet, and what keeps rings from locking up.
#include "fsin/router/flow_controls/store_and_forward.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/shift.hpp"

namespace store_and_forward_test {

namespace {

using namespace fsin;
using model::Design;
using model::EngineKind;

constexpr EngineKind both[]{EngineKind::event, EngineKind::reference};

struct Times {
  unsigned phits, router, link;
};

/// D (L + r + w) + r + L - 1: on every link the whole packet comes, and r and w are paid, before the header asks again.
Cycle lone(unsigned distance, const Times& times) {
  return distance * (times.phits + times.router + times.link) + times.router + times.phits - 1;
}

template <class Flow>
Design with_flow(Design design) {
  design.router.flow_control = router::flow_control<Flow>;
  return design;
}

std::vector<std::pair<std::string, Design>> shapes() {
  Design tree;
  tree.topology = topology::FatTreeParams{.k = 3, .n = 2};
  tree.routing = routing::UpDownParams{};
  Design dragonfly;
  dragonfly.topology = topology::DragonflyParams{.p = 1, .a = 2, .h = 2};
  dragonfly.routing = routing::DragonflyMinimalParams{};
  dragonfly.router.virtual_channels = 2;
  using router::StoreAndForward;
  using router::StoreAndForwardBubble;
  return {
      {"mesh 4x3, dor", with_flow<StoreAndForward>(model::grid_design(topology::MeshParams{{4, 3}}, 1))},
      {"mesh 3x3, adaptive", with_flow<StoreAndForward>(model::grid_design(topology::MeshParams{{3, 3}}, 2, true))},
      {"torus 5, dor", with_flow<StoreAndForward>(model::torus_design({5}, 1))},
      {"torus 4x3, dor, bubble", with_flow<StoreAndForwardBubble>(model::torus_design({4, 3}, 2))},
      {"torus 4x3, adaptive, bubble", with_flow<StoreAndForwardBubble>(model::torus_design({4, 3}, 2, true))},
      {"3-ary 2-tree", with_flow<StoreAndForward>(tree)},
      {"dragonfly", with_flow<StoreAndForward>(dragonfly)},
  };
}

/// Every pair once, one packet at a time; how many packets took other than expected.
std::size_t wrong_pairs(EngineKind kind, const model::Network& network, const Times& times) {
  std::vector<model::Shipment> shipments;
  std::vector<std::vector<unsigned>> distance;
  Cycle cycle = 1;
  for (std::uint32_t s = 0; s < network.nodes(); ++s) {
    distance.push_back(model::distances_from(network.topology.graph, s));
    for (std::uint32_t d = 0; d < network.nodes(); ++d) {
      if (s == d) continue;
      shipments.push_back({cycle, s, d});
      cycle += lone(distance[s][d], times) + 1;
    }
  }
  model::Scripted workload(network, shipments);
  const model::Outcome outcome = model::run(kind, network, workload);
  std::size_t wrong = shipments.size() - outcome.packets.size();
  for (const engine::PacketLog& packet : outcome.packets) {
    const unsigned far = distance[packet.source.index()][packet.destination.index()];
    wrong += packet.delivered - packet.entered == lone(far, times) && packet.hops == far ? 0 : 1;
  }
  return wrong;
}

}  // namespace

TEST_CASE("stored and forwarded, a lone packet takes D (L + r + w) + r + L - 1 cycles between every pair of nodes") {
  for (const EngineKind kind : both) {
    for (const auto& [name, shape] : shapes()) {
      for (const Times& times : {Times{1, 0, 0}, Times{5, 0, 0}, Times{16, 3, 0}, Times{5, 0, 2}, Times{7, 4, 9}}) {
        Design design = shape;
        design.packet_phits = times.phits;
        design.router.delay = times.router;
        design.link_delay = times.link;
        CAPTURE(name);
        CAPTURE(times.phits);
        CHECK(wrong_pairs(kind, model::make_network(design), times) == 0);
      }
    }
  }
}

TEST_CASE("a message of M packets follows its first packet at full speed: D L + M L - 1 cycles") {
  for (const EngineKind kind : both) {
    for (const unsigned packets : {1U, 2U, 9U}) {
      const Design design = with_flow<router::StoreAndForwardBubble>(model::torus_design({8, 8}, 1));
      const model::Network network = model::make_network(design);
      const unsigned far = model::distances_from(network.topology.graph, 0)[3];
      model::Scripted workload(network, std::vector<model::Shipment>(packets, {1, 0, 3}));
      const model::Outcome outcome = model::run(kind, network, workload);
      CHECK(outcome.packets.back().delivered - outcome.packets.front().entered ==
            (far + packets) * design.packet_phits - 1);
    }
  }
}

TEST_CASE("store-and-forward locks a ring up as no flow control does, and with the bubble packets move on") {
  const model::Load shift{trgen::synth::ShiftParams{3}, 2.0, 8000, 32000, 1};
  const Design ring = model::torus_design({8}, 1);
  for (const EngineKind kind : both) {
    const auto outcome = [&](const Design& design) {
      return model::run_load(kind, model::make_network(design), shift).outcome;
    };
    CHECK(outcome(with_flow<router::NoFlowControl>(ring)) == stats::Outcome::deadlock);
    CHECK(outcome(with_flow<router::StoreAndForward>(ring)) == stats::Outcome::deadlock);
    CHECK(outcome(with_flow<router::StoreAndForwardBubble>(ring)) == stats::Outcome::finished);
  }
}

}  // namespace store_and_forward_test

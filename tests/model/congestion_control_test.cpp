// SPDX-License-Identifier: Apache-2.0
// Congestion control by hand, on the one-way ring of three nodes of docs/model/router.md, with both engines; and
// its purpose: a torus with adaptive routing carries as much beyond saturation as at it.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fsin/topology/grids/torus.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/complement.hpp"

namespace congestion_control_test {

namespace {

using namespace fsin;
using model::EngineKind;

constexpr EngineKind both[]{EngineKind::event, EngineKind::reference};

template <class Control>
model::Network ring(const Control& control) {
  model::Design design;
  design.topology = topology::TorusParams{{3}, false};
  design.router.virtual_channels = 1;
  design.router.congestion_control = control;
  design.packet_phits = 3;
  return model::make_network(design);
}

std::vector<engine::PacketLog> deliveries(EngineKind kind, const model::Network& network,
                                          const std::vector<model::Shipment>& shipments) {
  model::Scripted workload(network, shipments);
  return model::run(kind, network, workload).packets;
}

/// Cycle in which the packet of node 1 is delivered.
template <class Control>
Cycle from_node_1(EngineKind kind, const Control& control, const std::vector<model::Shipment>& shipments) {
  const std::vector<engine::PacketLog> packets = deliveries(kind, ring(control), shipments);
  const auto it = std::find_if(packets.begin(), packets.end(), [](const auto& p) { return p.source == NodeId(1); });
  REQUIRE(it != packets.end());
  return it->delivered;
}

/// Two packets of node 0 pass node 1 one after the other, which has one to send meanwhile.
const std::vector<model::Shipment> passing{{1, 0, 2}, {2, 0, 2}, {2, 1, 2}};

double accepted(const router::CongestionControls::variant& control, double load) {
  model::Design design = model::torus_design({8, 8}, 3, true);
  design.router.congestion_control = control;
  model::Load complement{.pattern = trgen::synth::ComplementParams{}, .load = load, .warmup = 3000, .cycles = 6000};
  const model::Network network = model::make_network(design);
  return model::accepted(network, model::run_load(EngineKind::event, network, complement));
}

}  // namespace

TEST_CASE("a packet that wants to enter has its turn between two in transit, and with transit-priority after them") {
  for (const EngineKind kind : both) {
    // Heads of transit leave node 1 in cycles 2 and 5; in 5 round-robin lets the other go.
    CHECK(from_node_1(kind, router::NoCongestionControl{}, passing) == 8);
    CHECK(from_node_1(kind, router::TransitPriority{}, passing) == 11);
    CHECK(from_node_1(kind, router::TransitPriority{.probability = 0}, passing) == 8);
  }
}

TEST_CASE("with local-restriction a packet waits for the free slots of its router's own queue") {
  const auto restricted = [](unsigned slots) { return router::LocalRestriction{.slots = PacketCount{slots}}; };
  for (const EngineKind kind : both) {
    CHECK(from_node_1(kind, restricted(2), passing) == 8);
    // In cycle 5 the second packet from node 0 is in the queue, which is empty after its tail has left in 7.
    CHECK(from_node_1(kind, restricted(4), passing) == 11);
  }
}

TEST_CASE("population counts the packets every few cycles, and none enters while there were too many") {
  // 3 links of 4 slots; a diameter of 2 links.
  const router::Population population{.most = 0.09, .period = 2};
  for (const EngineKind kind : both) {
    const auto packets = deliveries(kind, ring(population), {{1, 0, 2}, {2, 1, 2}, {6, 1, 2}, {9, 2, 0}});
    std::vector<Cycle> entered;
    for (const engine::PacketLog& packet : packets) entered.push_back(packet.entered);
    std::sort(entered.begin(), entered.end());
    // Counted in cycle 1: none; in 5: two, too many, up to cycle 9, when both have gone.
    CHECK(entered == std::vector<Cycle>{1, 2, 9, 9});
  }
}

TEST_CASE("beyond saturation a torus with adaptive routing loses throughput, and with population next to none") {
  const double peak = accepted(router::NoCongestionControl{}, 0.5);
  const double loaded = accepted(router::NoCongestionControl{}, 1.0);
  const double kept = accepted(router::Population{.most = 0.1}, 1.0);
  MESSAGE("load 0.5: " << peak << ", load 1: " << loaded << ", with population: " << kept);
  CHECK(loaded < 0.75 * peak);
  CHECK(kept > 0.95 * peak);
}

}  // namespace congestion_control_test

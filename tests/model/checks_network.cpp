// SPDX-License-Identifier: Apache-2.0
// What must hold of a whole network under load: deadlock without a bubble and only then, minimal paths, books that
// balance, order within a flow.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "fsin/routing/up_down.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/checks.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/uniform.hpp"

namespace model {
namespace {

using namespace fsin;

Design without_bubble(Design design) {
  design.router.flow_control = router::flow_control<router::NoFlowControl>;
  return design;
}

Check locks_up(EngineKind kind, const std::string& what, const Design& design, const Load& load) {
  const auto totals = run_load(kind, make_network(design), load);
  return {what + ", no bubble", "deadlock", std::string(to_string(totals.outcome)),
          totals.outcome == stats::Outcome::deadlock && !totals.diagnosis.empty()};
}

Check carries(EngineKind kind, const std::string& what, const Design& design, const Load& load, double least,
              double most) {
  const Network network = make_network(design);
  const auto totals = run_load(kind, network, load);
  const double rate = accepted(network, totals);
  return {what + ", bubble of 2: accepted", fmt::format("{:.4f} .. {:.4f}", least, most), fmt::format("{:.4f}", rate),
          totals.outcome == stats::Outcome::finished && rate >= least && rate <= most};
}

struct Case {
  std::string name;
  Design design;
  Load load;
};

std::vector<Case> cases() {
  Design tree;
  tree.topology = topology::FatTreeParams{4, 2};
  tree.routing = routing::UpDownParams{};
  const Load busy{trgen::synth::UniformParams{}, 0.7, 0, 4000, 3};
  return {
      {"torus 8x8, 1 VC", torus_design({8, 8}, 1), busy},
      {"torus 6x5, 3 VC, adaptive", torus_design({6, 5}, 3, true), busy},
      {"torus 4x3x4, 3 VC", torus_design({4, 3, 4}, 3), busy},
      {"mesh 4x4x2, 2 VC, adaptive", grid_design(topology::MeshParams{{4, 4, 2}}, 2, true), busy},
      {"4-ary 2-tree", tree, busy},
  };
}

Check minimal_paths(EngineKind kind, const Case& c) {
  const Network network = make_network(c.design);
  const auto workload = make_workload(network, c.load);
  const Outcome outcome = run(kind, network, *workload, make_plan(c.load));
  std::vector<std::vector<unsigned>> distance;
  for (std::uint32_t s = 0; s < network.nodes(); ++s) {
    distance.push_back(distances_from(network.topology.graph, s));
  }
  std::size_t minimal = 0;
  for (const engine::PacketLog& packet : outcome.packets) {
    minimal += packet.hops == distance[packet.source.index()][packet.destination.index()] ? 1 : 0;
  }
  const std::size_t all = outcome.packets.size();
  return {c.name + ": every packet takes a shortest path", "all",
          minimal == all ? "all" : fmt::format("{} of {}", minimal, all), all > 0 && minimal == all};
}

/// Made by the sources = entered + at most one kept back a node; entered = delivered + under way; the links carried L
/// phits for every hop, up to packets whose header has crossed and whose tail has not.
Check books(EngineKind kind, const Case& c) {
  const Network network = make_network(c.design);
  const auto workload = make_workload(network, c.load);
  engine::RunPlan plan = make_plan(c.load);
  plan.link_loads = true;
  const Outcome outcome = run(kind, network, *workload, plan);
  const stats::RunTotals& t = outcome.totals;
  std::uint64_t node_phits = 0;
  for (const std::uint64_t phits : t.node_phits_delivered) node_phits += phits;
  std::uint64_t link_phits = 0;
  for (const stats::LinkLoad& link : t.links) link_phits += link.phits;
  // Of a hop all phits count but those that have still to cross: fewer than a packet on each link.
  const std::uint64_t hop_phits = t.packet_hops * network.design.packet_phits;
  const std::uint64_t most_to_cross = t.links.size() * (network.design.packet_phits - 1);
  const bool balanced = t.workload.packets_generated >= t.total_packets_injected &&
                        t.workload.packets_generated - t.total_packets_injected <= network.nodes() &&
                        t.total_packets_injected == t.total_packets_delivered + t.packets_in_network &&
                        t.total_packets_delivered == outcome.packets.size() &&
                        t.phits_delivered == t.packets_delivered * network.design.packet_phits &&
                        node_phits == t.phits_delivered && link_phits <= hop_phits &&
                        hop_phits - link_phits <= most_to_cross;
  return {c.name + ": packets and phits balance", "balanced", balanced ? "balanced" : "not balanced", balanced};
}

Check drained(EngineKind kind) {
  const Network network = make_network(torus_design({4, 4}, 3, true));
  std::vector<Shipment> shipments;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const std::uint32_t source = i * 7 % 16;
    shipments.push_back({1 + i / 16, source, (source + 1 + i % 15) % 16});
  }
  Scripted workload(network, shipments);
  const auto totals = run(kind, network, workload).totals;
  const bool empty = totals.packets_in_network == 0 && totals.total_packets_delivered == 4000;
  return {"4,000 packets, then none: left in the network", "0", fmt::format("{}", totals.packets_in_network), empty};
}

/// Packets of one source to one destination arrive as they entered.
Check in_order(EngineKind kind) {
  const Network network = make_network(torus_design({8, 8}, 1));
  const Load load{trgen::synth::HotspotParams{{0, 9, 27}, {}, 0.5}, 0.6, 0, 8000, 5};
  const auto workload = make_workload(network, load);
  const Outcome outcome = run(kind, network, *workload, make_plan(load));
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cycle> last;
  std::size_t overtaking = 0;
  for (const engine::PacketLog& packet : outcome.packets) {
    // A coin may send two packets of a flow opposite ways round a ring: those are two flows.
    const auto [x, y] = std::pair{(packet.destination.value + 64 - packet.source.value) % 8,
                                  (packet.destination.value / 8 + 8 - packet.source.value / 8) % 8};
    if (x == 4 || y == 4) continue;
    Cycle& entered = last[{packet.source.value, packet.destination.value}];
    overtaking += packet.entered <= entered ? 1 : 0;
    entered = packet.entered;
  }
  return {"dor, 1 VC: packets that overtake another of their flow", "0", fmt::format("{}", overtaking),
          overtaking == 0 && !last.empty()};
}

}  // namespace

Checks deadlock(EngineKind kind) {
  const Load shift{trgen::synth::ShiftParams{3}, 2.0, 8000, 32000, 1};
  const Load uniform{trgen::synth::UniformParams{}, 1.0, 8000, 32000, 1};
  const Design ring = torus_design({8}, 1);
  const Design square = torus_design({8, 8}, 1);
  return {
      locks_up(kind, "ring of 8, 1 VC, shift 3, load 2", without_bubble(ring), shift),
      locks_up(kind, "torus 8x8, 1 VC, uniform, load 1", without_bubble(square), uniform),
      // The ring locks into one of several patterns, as the original does: .2500 or .265 - .267.
      carries(kind, "ring of 8, 1 VC, shift 3, load 2", ring, shift, 0.2475, 0.2697),
      carries(kind, "ring of 8, 3 VC, shift 3, load 2", torus_design({8}, 3), shift, 0.3300, 0.3336),
      carries(kind, "torus 8x8, 1 VC, uniform, load 1", square, uniform, 0.5370, 0.5670),
  };
}

Checks invariants(EngineKind kind) {
  Checks checks;
  for (const Case& c : cases()) {
    checks.push_back(minimal_paths(kind, c));
    checks.push_back(books(kind, c));
  }
  checks.push_back(drained(kind));
  checks.push_back(in_order(kind));
  return checks;
}

}  // namespace model

// SPDX-License-Identifier: Apache-2.0
// Laws of queueing: a discrete-time queue with geometric arrivals and a fixed service time (Geo/D/1), a single server
// that is never idle, Little's law. And the loads of channels, by enumeration.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/topology/grids/mesh.hpp"
#include "tests/model/checks.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/hotspot.hpp"
#include "trgen/synth/shift.hpp"
#include "trgen/synth/uniform.hpp"

namespace model {
namespace {

using namespace fsin;

bool close(double measured, double expected, double band) { return std::abs(measured / expected - 1) <= band; }

/// One source, one private link: D + L - 1 + p L (L-1) / (2 (1 - load)) with p = load / L.
Check geo_d_1(EngineKind kind, double offered) {
  Design design = torus_design({8}, 1);
  design.router.injection_queue.value = 120;
  const Network network = make_network(design);
  const bool fast = kind == EngineKind::event;
  const Load load{trgen::synth::ShiftParams{1}, offered, 10000, fast ? 2000000U : 400000U, 1};
  const double phits = design.packet_phits;
  const double expected = 1 + phits - 1 + offered * (phits - 1) / (2 * (1 - offered));
  const double measured = run_load(kind, network, load).latency.mean();
  return {fmt::format("Geo/D/1: latency, ring of 8, shift 1, load {}", offered), fmt::format("{:.2f} +-1%", expected),
          fmt::format("{:.2f}", measured), close(measured, expected, 0.01)};
}

Check one_server(EngineKind kind) {
  Design design = torus_design({8, 8}, 3, true);
  design.router.consumption = router::consumption<router::SingleConsumption>;
  const Network network = make_network(design);
  const Load load{trgen::synth::HotspotParams{{0}, {}, 1.0}, 0.5, 5000, 32000, 1};
  const auto totals = run_load(kind, network, load);
  const auto phits = static_cast<double>(totals.node_phits_delivered[0]);
  // A packet counts when its tail is consumed: the window may cut one at either end.
  return {"all to one, single consumption: phits of 32,000 cycles", "32000 +-16", fmt::format("{:.0f}", phits),
          std::abs(phits - 32000) <= 16};
}

/// Packets in the network, from the log of every packet, against accepted rate times latency.
Check little(EngineKind kind) {
  const Network network = make_network(torus_design({8, 8}, 3));
  const Load load{trgen::synth::UniformParams{}, 0.3, 5000, 45000, 1};
  const auto workload = make_workload(network, load);
  const Outcome outcome = run(kind, network, *workload, make_plan(load));
  // Packets still under way at the end are not in the log: leave out the last cycles.
  const Cycle first = load.warmup;
  const Cycle last = load.warmup + load.cycles - 5000;
  std::uint64_t packet_cycles = 0;
  for (const engine::PacketLog& packet : outcome.packets) {
    const Cycle from = std::max(packet.entered, first);
    const Cycle to = std::min(packet.delivered, last);
    if (to > from) packet_cycles += to - from;
  }
  const stats::RunTotals& totals = outcome.totals;
  const double rate = static_cast<double>(totals.packets_delivered) / static_cast<double>(totals.measured_cycles);
  const double expected = rate * totals.latency.mean();
  const double measured = static_cast<double>(packet_cycles) / static_cast<double>(last - first);
  return {"Little's law: mean packets in the network, 8x8 torus, 3 VC, uniform 0.3",
          fmt::format("{:.2f} +-1%", expected), fmt::format("{:.2f}", measured), close(measured, expected, 0.01)};
}

struct Channels {
  std::uint64_t most = 0;
  std::uint64_t all = 0;
};

/// What each link carries, in packets, when every pair of `pairs` sends one.
Channels loads(EngineKind kind, const Network& network, const std::vector<Shipment>& pairs) {
  Scripted workload(network, pairs);
  engine::RunPlan plan;
  plan.link_loads = true;
  Channels channels;
  for (const stats::LinkLoad& link : run(kind, network, workload, plan).totals.links) {
    channels.most = std::max(channels.most, link.phits);
    channels.all += link.phits;
  }
  channels.most /= network.design.packet_phits;
  channels.all /= network.design.packet_phits;
  return channels;
}

template <class Function>
std::vector<Shipment> permutation(const Network& network, Function destination_of) {
  std::vector<Shipment> pairs;
  for (std::uint32_t s = 0; s < network.nodes(); ++s) {
    if (destination_of(s) != s) pairs.push_back({1, s, destination_of(s)});
  }
  return pairs;
}

std::vector<Shipment> all_pairs(const Network& network) {
  std::vector<Shipment> pairs;
  for (std::uint32_t s = 0; s < network.nodes(); ++s) {
    for (std::uint32_t d = 0; d < network.nodes(); ++d) {
      if (s != d) pairs.push_back({1, s, d});
    }
  }
  return pairs;
}

Check most_loaded(const std::string& what, std::uint64_t expected, const Channels& measured) {
  return {what + ": packets on the most loaded channel", fmt::format("{}", expected), fmt::format("{}", measured.most),
          expected == measured.most};
}

}  // namespace

Checks queueing(EngineKind kind) {
  Checks checks;
  for (const double offered : {0.25, 0.5, 0.8}) checks.push_back(geo_d_1(kind, offered));
  checks.push_back(one_server(kind));
  checks.push_back(little(kind));
  return checks;
}

// Permutations of bits as in trgen/synth; node number = x + 8 y. Enumerated loads: 8x8 mesh 128 of 63 x 2.0317 packets,
// transpose 7, complement 4; where no way is decided by a coin the torus is exact too.
Checks channel_loads(EngineKind kind) {
  const Network mesh = make_network(grid_design(topology::MeshParams{{8, 8}}, 1));
  const Network odd = make_network(torus_design({5, 5}, 1));
  const Network torus = make_network(torus_design({8, 8}, 1));
  const auto transpose = [](std::uint32_t s) { return s / 8 + s % 8 * 8; };
  const auto complement = [](std::uint32_t s) { return 63 - s; };
  const auto tornado = [](std::uint32_t s) { return s / 8 * 8 + (s + 3) % 8; };
  Checks checks;
  checks.push_back(most_loaded("mesh 8x8, every pair once (63 x 2.0317)", 128, loads(kind, mesh, all_pairs(mesh))));
  checks.push_back(most_loaded("mesh 8x8, transpose", 7, loads(kind, mesh, permutation(mesh, transpose))));
  checks.push_back(most_loaded("mesh 8x8, complement", 4, loads(kind, mesh, permutation(mesh, complement))));
  checks.push_back(most_loaded("torus 8x8, tornado along X", 3, loads(kind, torus, permutation(torus, tornado))));
  checks.push_back(most_loaded("torus 5x5, every pair once (25 (k/8 - 1/(8k)))", 15, loads(kind, odd, all_pairs(odd))));
  const std::uint64_t total = loads(kind, torus, all_pairs(torus)).all;
  checks.push_back({"torus 8x8, every pair once: packet-hops of all 256 channels (63 x 1.0159 x 256)", "16384",
                    fmt::format("{}", total), total == 16384});
  return checks;
}

}  // namespace model

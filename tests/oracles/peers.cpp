// SPDX-License-Identifier: Apache-2.0
#include "tests/oracles/peers.hpp"

#include <algorithm>
#include <random>

namespace oracles {
namespace {

using namespace fsin;

struct LoadedRun {
  model::Network network;
  stats::RunTotals totals;
};

LoadedRun loaded_run(const Peer& peer, std::uint64_t seed) {
  model::Network network = model::make_network(peer.design);
  model::Load load = peer.load;
  load.seed = seed;
  stats::RunTotals totals = model::run_load(model::EngineKind::event, network, load);
  return {std::move(network), std::move(totals)};
}

}  // namespace

double accepted_load(const Peer& peer, std::uint64_t seed) {
  const LoadedRun run = loaded_run(peer, seed);
  return model::accepted(run.network, run.totals);
}

double mean_latency(const Peer& peer, std::uint64_t seed) { return loaded_run(peer, seed).totals.latency.mean(); }

double mean_hops(const Peer& peer, std::uint64_t seed) {
  const stats::RunTotals totals = loaded_run(peer, seed).totals;
  return static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
}

double shot_makespan(const Peer& peer, std::uint64_t seed) {
  constexpr unsigned shots = 20, packets = 10;
  const model::Network network = model::make_network(peer.design);
  std::mt19937_64 random(seed);
  Cycle sum = 0;
  for (unsigned shot = 0; shot < shots; ++shot) {
    std::vector<model::Shipment> shipments;
    for (std::uint32_t node = 0; node < network.nodes(); ++node) {
      for (unsigned i = 0; i < packets; ++i) {
        const auto ahead = static_cast<std::uint32_t>(1 + random() % (network.nodes() - 1));
        shipments.push_back({1, node, (node + ahead) % network.nodes()});
      }
    }
    model::Scripted workload(network, shipments);
    engine::RunPlan plan;
    plan.seed = random();
    sum += model::run(model::EngineKind::event, network, workload, plan).packets.back().delivered;
  }
  return static_cast<double>(sum) / shots;
}

model::Load uniform(double offered) {
  model::Load load;
  load.load = offered;
  load.warmup = 4000;
  load.cycles = 16000;
  return load;
}

model::Design with_dateline(model::Design design) {
  design.router.flow_control = router::flow_control<router::Dateline>;
  return design;
}

}  // namespace oracles

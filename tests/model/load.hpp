// SPDX-License-Identifier: Apache-2.0
// Synthetic load on a design, as the checks under load need it.
#pragma once

#include <functional>
#include <memory>

#include "fsin/routing/adaptive.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "tests/model/network.hpp"
#include "trgen/synth/synthetic.hpp"
#include "trgen/synth/uniform.hpp"

namespace model {

inline Design grid_design(const fsin::topology::AnyTopology& topology, unsigned vcs, bool adaptive = false) {
  Design design;
  design.topology = topology;
  design.router.virtual_channels = vcs;
  if (adaptive) design.routing = fsin::routing::AdaptiveParams{};
  return design;
}

inline Design torus_design(const std::vector<unsigned>& dims, unsigned vcs, bool adaptive = false) {
  return grid_design(fsin::topology::TorusParams{dims, true}, vcs, adaptive);
}

struct Load {
  trgen::synth::AnyPattern pattern = trgen::synth::UniformParams{};
  double load = 0.5;
  Cycle warmup = 2000;
  Cycle cycles = 20000;
  std::uint64_t seed = 1;
};

inline std::unique_ptr<fsin::workload::Workload> make_workload(const Network& network, const Load& load) {
  trgen::synth::SyntheticParams params;
  params.pattern = load.pattern;
  params.load = load.load;
  return trgen::synth::make_synthetic(params, network.facts, load.seed);
}

inline fsin::engine::RunPlan make_plan(const Load& load) {
  fsin::engine::RunPlan plan;
  plan.seed = load.seed;
  plan.warmup = load.warmup;
  plan.cycles = load.cycles;
  return plan;
}

inline fsin::stats::RunTotals run_load(EngineKind kind, const Network& network, const Load& load) {
  const auto workload = make_workload(network, load);
  fsin::engine::Control control;
  return fsin::engine::run(kind, network.design, network.topology, *workload, make_plan(load), control);
}

/// Phits per node and cycle.
inline double accepted(const Network& network, const fsin::stats::RunTotals& totals) {
  return static_cast<double>(totals.phits_delivered) /
         (static_cast<double>(network.nodes()) * static_cast<double>(totals.measured_cycles));
}

}  // namespace model

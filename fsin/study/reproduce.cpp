// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/reproduce.hpp"

#include <algorithm>
#include <vector>

#include "fsin/engine/engine.hpp"

namespace fsin::study {
namespace {

using trgen::synth::Patterns;
using trgen::synth::SyntheticParams;

constexpr CycleCount try_cycles{20'000};
constexpr unsigned most_tries = 400;
constexpr double flood = 2.0;  ///< phits/node/cycle: more than any node can inject

/// In the order in which they are tried with each seed.
std::vector<Patterns::variant> reproducing_patterns() {
  return {trgen::synth::RandomPermutationParams{}, trgen::synth::UniformParams{}, trgen::synth::TornadoParams{},
          trgen::synth::ComplementParams{}};
}

/// Queues as small as may be, and traffic without a warm-up.
Experiment crowded(Experiment experiment, const Patterns::variant& pattern, std::uint64_t seed) {
  const engine::BubbleRule bubble = engine::bubble_of(design_of(experiment));
  router::RouterParams& router = experiment.network.router;
  const bool protects = bubble.channels != 0;
  router.queue = PacketCount{protects ? std::max<std::uint64_t>(2, router.bubble.value) : 1};
  router.injection_queue = PacketCount{2};
  SyntheticParams load;
  load.pattern = pattern;
  load.load = flood;
  experiment.workload = load;
  experiment.measure = MeasureParams{};
  experiment.measure.seed = seed;
  experiment.measure.warmup = CycleCount{0};
  experiment.measure.cycles = try_cycles;
  experiment.measure.watchdog = CycleCount{1000};
  experiment.description = "a load under which this network deadlocks";
  return experiment;
}

bool runs_on(const SyntheticParams& load, const workload::NetworkFacts& facts) {
  Diagnostics ignored;
  return trgen::synth::check_synthetic(load, facts, false, ignored, [](std::string_view) { return Mark(); });
}

engine::RunPlan reproducing_plan(const MeasureParams& measure) {
  engine::RunPlan plan;
  plan.seed = measure.seed;
  plan.cycles = measure.cycles->value;
  plan.watchdog = measure.watchdog.value;
  return plan;
}

}  // namespace

Reproduction reproduce_deadlock(const Experiment& experiment, const topology::Topology& topology,
                                const InterruptWatch& interrupt, std::uint64_t packet_hops) {
  Reproduction found;
  std::uint64_t spent = 0;
  for (std::uint64_t seed = 1; found.tried < most_tries; ++seed) {
    for (const Patterns::variant& pattern : reproducing_patterns()) {
      Experiment tried = crowded(experiment, pattern, seed);
      const auto& load = std::get<SyntheticParams>(tried.workload);
      const workload::NetworkFacts facts = facts_of(tried);
      ++found.tried;
      if (!runs_on(load, facts)) continue;
      const auto sources = trgen::synth::make_synthetic(load, facts, seed);
      engine::Control control;
      const stats::RunTotals totals = engine::run(engine::EngineKind::event, design_of(tried), topology, *sources,
                                                  reproducing_plan(tried.measure), control);
      if (totals.outcome == stats::Outcome::deadlock) {
        found.experiment = std::move(tried);
        found.cycles = totals.cycles;
        return found;
      }
      spent += totals.packet_hops;
      if (spent > packet_hops || interrupt.interrupted()) return found;
    }
  }
  return found;
}

}  // namespace fsin::study

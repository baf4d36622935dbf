// SPDX-License-Identifier: Apache-2.0
// The load of synthetic parameters: what is offered, its course in time, and the same at another load.
#include <algorithm>
#include <utility>

#include "trgen/synth/synthetic.hpp"

namespace trgen::synth {

std::optional<double> offered_load(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed) {
  if (!params.has_load()) return std::nullopt;
  if (params.is_plain()) {
    const auto pattern = make_pattern(params.pattern, facts, seed);
    std::uint64_t active = 0;
    for (std::uint32_t node = 0; node < facts.nodes; ++node) active += pattern->silent(node) ? 0U : 1U;
    return params.load * static_cast<double>(active) / facts.nodes;
  }
  const Traffic traffic = make_traffic(params.plan(), params.load, params.repeat, facts, seed);
  double load = 0;
  for (std::uint32_t node = 0; node < facts.nodes; ++node) load += traffic.mean_load(node);
  return load / facts.nodes;
}

double mean_load(const SyntheticParams& params) {
  const std::vector<PhasePlan>& phases = params.plan().phases;
  if (!params.repeat) return phases.back().load.value_or(params.load);
  double phits = 0, cycles = 0;
  for (const PhasePlan& phase : phases) {
    const double length = phases.size() > 1 ? static_cast<double>(phase.cycles.value) : 1;
    phits += length * phase.load.value_or(params.load);
    cycles += length;
  }
  return phits / cycles;
}

SyntheticParams scaled(const SyntheticParams& params, double times) {
  SyntheticParams made = params;
  made.load *= times;
  Plan plan = params.plan();
  for (PhasePlan& phase : plan.phases) {
    if (phase.load) *phase.load *= times;
  }
  made.kept = {};
  made.kept.get([&] { return std::move(plan); });
  return made;
}

fsin::workload::LoadInTime load_in_time(const SyntheticParams& params, const NetworkFacts& facts, std::uint64_t seed) {
  if (params.is_plain()) return {.message_phits = static_cast<double>(facts.packet_phits)};
  const Traffic traffic = make_traffic(params.plan(), params.load, params.repeat, facts, seed);
  fsin::workload::LoadInTime load{.period = params.repeat ? traffic.period() : 0,
                                  .before_steady = traffic.before_last()};
  for (std::size_t phase = 0; phase < traffic.phases().size(); ++phase)
    load.message_phits = std::max(load.message_phits, traffic.mean_phits(phase));
  for (std::uint32_t node = 0; node < facts.nodes && load.period != 0; ++node)
    load.swing = std::max(load.swing, traffic.swing(node));
  return load;
}

}  // namespace trgen::synth

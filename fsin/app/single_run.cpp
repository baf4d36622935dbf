// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/single_run.hpp"

#include <optional>

#include "fsin/report/host_usage.hpp"

namespace fsin::app {
namespace {

engine::RunPlan plan_of(const RunSetting& setting, std::uint64_t seed) {
  const MeasureParams& measure = setting.experiment.measure;
  engine::RunPlan plan;
  plan.seed = seed;
  if (measure.warmup) plan.warmup = measure.warmup->value;
  if (measure.cycles) plan.cycles = measure.cycles->value;
  if (measure.max_cycles) plan.max_cycles = measure.max_cycles->value;
  plan.watchdog = measure.watchdog.value;
  plan.link_loads = setting.options.link_loads;
  plan.check = setting.options.check;
  return plan;
}

/// What an engine cannot know: a workload that broke down, and a load that was too much.
void judge(stats::RunRecord& record, const engine::Design& design) {
  stats::RunTotals& totals = record.totals;
  if (!totals.failure.empty()) totals.outcome = stats::Outcome::interrupted;
  if (totals.outcome == stats::Outcome::finished && stats::falls_short_of_offered(record, design.packet_phits)) {
    totals.outcome = stats::Outcome::saturated;
  }
}

}  // namespace

report::RunResult run_once(const RunSetting& setting, std::uint64_t seed, const InterruptWatch& interrupt,
                           const RunReport& report) {
  const report::HostMeter meter;
  report::RunResult result;
  stats::RunRecord& record = result.record;
  record.seed = seed;
  engine::RunPlan how = plan_of(setting, seed);
  std::optional<OriginalRandom> original;
  if (setting.options.original_rng) {
    original.emplace(static_cast<unsigned>(seed));
    how.original = &*original;
  }
  const auto workload = setting.workloads.make(seed, how.original);
  engine::Control control;
  control.progress = [&](Cycle now, double fraction, std::uint64_t packets) {
    if (interrupt.interrupted()) control.stop.store(true, std::memory_order_relaxed);
    report(now, fraction, packets);
  };
  record.totals = engine::run(setting.options.engine, setting.design, setting.topology, *workload, how, control);
  record.nodes = setting.topology.graph.nodes();
  record.seconds_per_cycle = seconds_per_cycle(setting.experiment);
  record.is_trace = setting.experiment.is_trace();
  record.offered = setting.workloads.offered_load();
  judge(record, setting.design);
  result.host = meter.used();
  return result;
}

}  // namespace fsin::app

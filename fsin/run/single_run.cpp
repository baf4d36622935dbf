// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/single_run.hpp"

#include <algorithm>
#include <optional>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/run/flow_jobs.hpp"
#include "fsin/run/pilot.hpp"
#include "fsin/run/sampling.hpp"
#include "fsin/run/saturation.hpp"
#include "fsin/run/simulation.hpp"
#include "fsin/stats/balance.hpp"

namespace fsin::run {
namespace {

/// A model without routers has none, unless it counts them into its latency.
std::optional<stats::Delays> delays_of(const engine::Design& design) {
  if (design.model && !engine::message::counts_delays(*design.model)) return std::nullopt;
  return stats::Delays{engine::link_spread(design).longest_delay, design.router.delay.cycles(),
                       design.router.credit_delay.cycles()};
}

/// What an engine cannot know: a workload that broke down, and a load that was too much.
void judge(stats::RunRecord& record) {
  stats::RunTotals& totals = record.totals;
  if (!totals.failure.empty()) totals.outcome = stats::Outcome::interrupted;
  if (totals.outcome == stats::Outcome::finished && stats::judge_load(record) == stats::Carried::too_much) {
    totals.outcome = stats::Outcome::saturated;
  }
}

/// What the load is judged by. Credits come back over the way that packets went: twice the longest way, and all is full
/// that will ever be for want of time.
std::optional<stats::SyntheticSources> sources_of(const RunSetting& setting, const sources::WorkloadFactory& workloads,
                                                  const stats::RunTotals& totals) {
  if (!workloads.is_memoryless()) return std::nullopt;
  const engine::Design& design = setting.design;
  const auto packets = static_cast<double>(std::max<std::uint64_t>(totals.packets_delivered, 1));
  return stats::SyntheticSources{.packet_phits = design.packet_phits,
                                 .stall = workloads.sources_stall(setting.options.original_rng),
                                 .alone = zero_load_latency(design, static_cast<double>(totals.hops_sum) / packets),
                                 .fill = 2 * longest_zero_load_latency(design)};
}

/// Jobs by flow first, then the others beside what they load the links with.
result::RunResult simulate_beside_flows(const Simulations& shared, const sources::WorkloadFactory& workloads,
                                        const Window& window) {
  result::RunResult result;
  result.record.seed = shared.seed;
  engine::Control control;
  attend(shared, control);
  FlowPart flows = run_flow_part(shared.setting, workloads, plan_of_flows(shared, window), control);
  if (!flows.holds()) {
    result.record.totals = std::move(flows.totals);
    result.host = flows.host;
    judge_run(shared.setting, workloads, window, result.record);
    return result;
  }
  const sources::WorkloadFactory others = workloads.in_cycles(flows.rates);
  run_or_continue(shared, others, window, result);
  judge_run(shared.setting, others, window, result.record);
  result.record.jobs = in_order(workloads, std::move(flows.jobs), std::move(result.record.jobs));
  result.host.wall_s += flows.host.wall_s;
  result.host.cpu_s += flows.host.cpu_s;
  return result;
}

result::RunResult simulate(const Simulations& shared, const sources::WorkloadFactory& workloads, const Window& window) {
  if (workloads.has_flows()) return simulate_beside_flows(shared, workloads, window);
  result::RunResult result;
  result.record.seed = shared.seed;
  run_or_continue(shared, workloads, window, result);
  judge_run(shared.setting, workloads, window, result.record);
  return result;
}

/// With the warm-up that the experiment asks for, and a window that is so many times as long.
result::RunResult run_at(const experiment::MeasureParams& measure, const sources::WorkloadFactory& workloads,
                         const Simulate& simulate, unsigned times = 1) {
  Window window;
  if (measure.warmup) window.warmup = measure.warmup->value;
  if (measure.cycles) window.cycles = measure.cycles->value * times;
  if (measure.warmup != experiment::auto_warmup) return simulate(workloads, window);
  HostUsage pilots;
  const Warmup warmup = find_warmup(window.cycles, [&](Cycle cycles) {
    result::RunResult pilot = simulate(workloads, {.cycles = cycles});
    pilots.wall_s += pilot.host.wall_s;
    pilots.cpu_s += pilot.host.cpu_s;
    return pilot;
  });
  window.warmup = warmup.cycles;
  result::RunResult result = simulate(workloads, window);
  if (warmup.interrupted) result.record.totals.outcome = stats::Outcome::interrupted;
  result.record.warmup_settled = warmup.settled;
  result.host.wall_s += pilots.wall_s;
  result.host.cpu_s += pilots.cpu_s;
  return result;
}

/// Each job once more, with the network to itself.
void run_jobs_alone(const Simulations& shared, result::RunResult& result) {
  for (std::size_t job = 0; job < result.record.jobs.size(); ++job) {
    if (result.record.totals.outcome != stats::Outcome::finished) return;
    result::RunResult alone;
    const sources::WorkloadFactory workloads = shared.setting.workloads.only_job(job);
    if (workloads.has_flows()) {
      engine::Control control;
      attend(shared, control);
      FlowPart flow = run_flow_part(shared.setting, workloads, plan_of_flows(shared, {}), control);
      alone.record.totals = std::move(flow.totals);
      alone.host = flow.host;
    } else {
      run_or_continue(shared, workloads, {}, alone);
    }
    result.host.wall_s += alone.host.wall_s;
    result.host.cpu_s += alone.host.cpu_s;
    if (alone.record.totals.outcome == stats::Outcome::interrupted) {
      result.record.totals.outcome = stats::Outcome::interrupted;
    } else if (alone.record.totals.outcome == stats::Outcome::finished) {
      result.record.jobs[job].alone = workloads.figures_of_jobs(alone.record.totals).front().cycles();
    }
  }
}

}  // namespace

void judge_run(const RunSetting& setting, const sources::WorkloadFactory& workloads, const Window& window,
               stats::RunRecord& record) {
  record.nodes = setting.topology.graph.nodes();
  record.seconds_per_cycle = experiment::seconds_per_cycle(setting.experiment);
  record.delays = delays_of(setting.design);
  record.has_ranks = setting.experiment.has_ranks();
  record.has_end = setting.experiment.has_end();
  record.offered = workloads.offered_load();
  record.warmup = window.warmup;
  record.sources = sources_of(setting, workloads, record.totals);
  record.jobs = workloads.figures_of_jobs(record.totals);
  judge(record);
}

result::RunResult run_by(const experiment::MeasureParams& measure, const sources::WorkloadFactory& workloads,
                         const Simulate& simulate) {
  if (measure.sample.precision) {
    return sample_rounds(measure, workloads,
                         [&](const sources::WorkloadFactory& some) { return run_at(measure, some, simulate); });
  }
  if (measure.find == experiment::Find::nothing) return run_at(measure, workloads, simulate);
  return find_saturation(measure.resolution, [&](double load, unsigned times) {
    return run_at(measure, workloads.with_load(load), simulate, times);
  });
}

result::RunResult run_once(const RunSetting& setting, std::uint64_t seed, const InterruptWatch& interrupt,
                           const RunReport& report) {
  const Simulations shared{setting, seed, interrupt, report};
  result::RunResult result = run_by(setting.experiment.measure, setting.workloads,
                                    [&](const sources::WorkloadFactory& workloads, const Window& window) {
                                      return simulate(shared, workloads, window);
                                    });
  if (setting.workloads.wants_slowdown()) run_jobs_alone(shared, result);
  return result;
}

}  // namespace fsin::run

// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/single_run.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>

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

/// The delays of links and routers. A model without routers has none, unless it counts them into its latency.
std::optional<stats::Delays> delays_of(const engine::Design& design) {
  if (design.model && !engine::message::counts_delays(*design.model)) return std::nullopt;
  return stats::Delays{engine::link_spread(design).longest_delay, design.router.delay.cycles(),
                       design.router.credit_delay.cycles()};
}

/// Some of the ranks replay a trace.
bool replays_trace(const experiment::Experiment& experiment, const sources::Source& source) {
  return experiment.workload.name() == "trace" || (source.job_source() != nullptr && source.job_source()->has_traces());
}

/// Sets the facts by which stats::judge_load() decides whether the load is carried, or why nobody can. Returns the
/// dispersion of arrivals in the long run.
double set_sources(const RunSetting& setting, const sources::Source& source, stats::RunRecord& record) {
  const sources::Judging judging = source.judging(record.seed);
  record.sources.reset();
  if (const auto* reason = std::get_if<std::string>(&judging)) {
    record.not_judged = *reason;
    return 0;
  }
  const auto& judged = std::get<sources::JudgedLoad>(judging);
  stats::LoadSources& load = record.sources.emplace(load_sources(setting.prepared.design, record.totals));
  load.stall = source.load_source()->stalls(setting.options.original_rng);
  load.memoryless = judged.memoryless;
  load.time = judged.time;
  return judged.dispersion;
}

/// Jobs by flow first, then the others beside what they load the links with.
result::RunResult simulate_beside_flows(const Simulations& shared, const sources::Source& source,
                                        const Window& window) {
  result::RunResult result;
  result.record.seed = shared.seed;
  engine::Control control;
  attend(shared, control);
  FlowPart flows = run_flow_part(shared.setting, source, plan_of_flows(shared, window), control);
  if (!flows.holds()) {
    result.record.totals = std::move(flows.totals);
    result.host = flows.host;
    judge_run(shared.setting, source, window, result.record);
    return result;
  }
  const sources::SourcePointer others = source.job_source()->in_cycles(flows.rates);
  run_or_continue(shared, *others, window, result);
  judge_run(shared.setting, *others, window, result.record);
  result.record.jobs = in_order(*source.job_source(), std::move(flows.jobs), std::move(result.record.jobs));
  result.host.wall_s += flows.host.wall_s;
  result.host.cpu_s += flows.host.cpu_s;
  return result;
}

result::RunResult simulate(const Simulations& shared, const sources::Source& source, const Window& window) {
  if (sources::has_flows(source)) return simulate_beside_flows(shared, source, window);
  result::RunResult result;
  result.record.seed = shared.seed;
  run_or_continue(shared, source, window, result);
  judge_run(shared.setting, source, window, result.record);
  return result;
}

/// With the warm-up that the experiment asks for, and a window that is so many times as long.
result::RunResult run_at(const experiment::MeasureParams& measure, const sources::Source& source,
                         const Simulate& simulate, unsigned times = 1) {
  Window window;
  if (measure.warmup) window.warmup = measure.warmup->value;
  if (measure.cycles) window.cycles = measure.cycles->value * times;
  if (measure.warmup != experiment::auto_warmup) return simulate(source, window);
  HostUsage pilots;
  const Warmup warmup = find_warmup(window.cycles, [&](Cycle cycles) {
    result::RunResult pilot = simulate(source, {.cycles = cycles});
    pilots.wall_s += pilot.host.wall_s;
    pilots.cpu_s += pilot.host.cpu_s;
    return pilot;
  });
  window.warmup = warmup.cycles;
  result::RunResult result = simulate(source, window);
  if (warmup.interrupted) result.record.totals.outcome = stats::Outcome::interrupted;
  result.record.warmup_settled = warmup.settled;
  result.host.wall_s += pilots.wall_s;
  result.host.cpu_s += pilots.cpu_s;
  return result;
}

/// Each job once more, with the network to itself. Logs and timelines are of the run of all jobs together.
void run_jobs_alone(const Simulations& together, const sources::JobSource& jobs, result::RunResult& result) {
  RunOptions options = together.setting.options;
  options.packet_log = nullptr;
  options.message_file = nullptr;
  options.timeline = nullptr;
  const RunSetting setting{together.setting.prepared, together.setting.topology, options};
  const Simulations shared{setting, together.seed, together.interrupt, together.report, together.simulations};
  for (std::size_t job = 0; job < result.record.jobs.size(); ++job) {
    if (result.record.totals.outcome != stats::Outcome::finished) return;
    result::RunResult alone;
    const sources::SourcePointer only = jobs.only(job);
    if (sources::has_flows(*only)) {
      engine::Control control;
      attend(shared, control);
      FlowPart flow = run_flow_part(shared.setting, *only, plan_of_flows(shared, {}), control);
      alone.record.totals = std::move(flow.totals);
      alone.host = flow.host;
    } else {
      run_or_continue(shared, *only, {}, alone);
    }
    result.host.wall_s += alone.host.wall_s;
    result.host.cpu_s += alone.host.cpu_s;
    if (alone.record.totals.outcome == stats::Outcome::interrupted) {
      result.record.totals.outcome = stats::Outcome::interrupted;
    } else if (alone.record.totals.outcome == stats::Outcome::finished) {
      result.record.jobs[job].alone = sources::figures_of_jobs(*only, alone.record.totals).front().cycles();
    }
  }
}

}  // namespace

void judge_run(const RunSetting& setting, const sources::Source& source, const Window& window,
               stats::RunRecord& record) {
  record.nodes = setting.topology.graph.nodes();
  record.seconds_per_cycle = experiment::seconds_per_cycle(setting.prepared.experiment());
  record.delays = delays_of(setting.prepared.design);
  record.has_ranks = setting.prepared.experiment().has_ranks();
  record.has_trace = replays_trace(setting.prepared.experiment(), source);
  record.has_end = setting.prepared.experiment().has_end();
  record.offered = sources::offered_load(source);
  record.warmup = window.warmup;
  const double dispersion = set_sources(setting, source, record);
  record.jobs = sources::figures_of_jobs(source, record.totals);
  if (!record.totals.failure.empty()) record.totals.outcome = stats::Outcome::interrupted;
  stats::judge(record, dispersion);
}

result::RunResult run_by(const Prepared& prepared, const sources::Source& source, const Simulate& simulate) {
  const experiment::MeasureParams& measure = prepared.experiment().measure;
  if (measure.sample.precision) {
    return sample_rounds(measure, source, [&](const sources::Source& some) { return run_at(measure, some, simulate); });
  }
  if (measure.find == experiment::Find::nothing) return run_at(measure, source, simulate);
  const sources::LoadSource& loads = *source.load_source();
  return find_saturation(
      measure.resolution, loads_to_search(measure.resolution, prepared.design, loads),
      [&](double load, unsigned times) { return run_at(measure, *loads.with_load(load), simulate, times); });
}

result::RunResult run_once(const RunSetting& setting, std::uint64_t seed, const InterruptWatch& interrupt,
                           const RunReport& report) {
  const Simulations shared{setting, seed, interrupt, report};
  result::RunResult result =
      run_by(setting.prepared, *setting.prepared.source,
             [&](const sources::Source& source, const Window& window) { return simulate(shared, source, window); });
  result.record.queues = {};  // they are as many as nodes, and have served
  const sources::JobSource* jobs = setting.prepared.source->job_source();
  if (jobs != nullptr && jobs->wants_slowdown()) run_jobs_alone(shared, *jobs, result);
  return result;
}

}  // namespace fsin::run

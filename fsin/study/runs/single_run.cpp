// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/runs/single_run.hpp"

#include <algorithm>
#include <optional>

#include "fsin/core/host.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/profile/several.hpp"
#include "fsin/stats/balance.hpp"
#include "fsin/study/checks/bounds.hpp"
#include "fsin/study/models/model_checks.hpp"
#include "fsin/study/runs/observers.hpp"
#include "fsin/study/runs/path_links.hpp"
#include "fsin/study/runs/pilot.hpp"
#include "fsin/study/runs/sampling.hpp"
#include "fsin/study/runs/saturation.hpp"

namespace fsin::study {
namespace {

/// What all simulations of one run share.
struct Shared {
  const RunSetting& setting;
  std::uint64_t seed;
  const InterruptWatch& interrupt;
  const RunReport& report;
  mutable unsigned simulations = 0;  ///< begun
};

engine::RunPlan plan_of(const Shared& shared, const Window& window) {
  const MeasureParams& measure = shared.setting.experiment.measure;
  engine::RunPlan plan;
  plan.seed = shared.seed;
  plan.threads = shared.setting.options.threads;
  plan.processes = shared.setting.options.processes;
  plan.warmup = window.warmup;
  plan.cycles = window.cycles;
  if (measure.max_cycles) plan.max_cycles = measure.max_cycles->value;
  plan.watchdog = measure.watchdog.value;
  plan.link_loads = shared.setting.options.detail;
  plan.traffic = shared.setting.options.detail;
  plan.check = shared.setting.options.check;
  return plan;
}

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
std::optional<stats::SyntheticSources> sources_of(const RunSetting& setting, const WorkloadFactory& workloads,
                                                  const stats::RunTotals& totals) {
  if (!workloads.is_memoryless()) return std::nullopt;
  const engine::Design& design = setting.design;
  const auto packets = static_cast<double>(std::max<std::uint64_t>(totals.packets_delivered, 1));
  return stats::SyntheticSources{.packet_phits = design.packet_phits,
                                 .stall = workloads.sources_stall(setting.options.original_rng),
                                 .alone = zero_load_latency(design, static_cast<double>(totals.hops_sum) / packets),
                                 .fill = 2 * longest_zero_load_latency(design)};
}

/// Packets of synthetic load, as messages of their own.
void tell_packets(engine::Control& control, workload::Timeline& timeline, std::uint64_t packet_bytes) {
  control.on_delivery = [&timeline, packet_bytes](const engine::PacketLog& packet) {
    timeline.message(
        {packet.source.value, packet.destination.value, 0, packet_bytes, packet.entered, packet.delivered});
  };
}

/// What of a result is not known without its simulation.
template <class Result, class Archive>
void archive_simulated(Result& result, Archive& archive) {
  archive(result.record.totals, result.record.round_trips, result.record.background, result.host);
  if (result.activity) archive(*result.activity);
  if (result.profile) archive(*result.profile);
}

void run_engine(const Shared& shared, const WorkloadFactory& workloads, const Window& window,
                engine::Checkpoint* checkpoint, workload::Timeline* timeline, result::RunResult& result,
                const engine::HopsLog* hops = nullptr) {
  const RunSetting& setting = shared.setting;
  const HostMeter meter;
  engine::RunPlan how = plan_of(shared, window);
  how.checkpoint = checkpoint;
  how.hops = hops;
  std::optional<OriginalRandom> original;
  if (setting.options.original_rng) {
    original.emplace(static_cast<unsigned>(shared.seed));
    how.original = &*original;
  }
  engine::Control control;
  control.progress = [&](Cycle now, double fraction, std::uint64_t packets) {
    if (shared.interrupt.interrupted()) control.stop.store(true, std::memory_order_relaxed);
    shared.report(now, fraction, packets);
  };
  if (timeline != nullptr && !setting.experiment.has_ranks()) {
    tell_packets(control, *timeline, setting.experiment.network.packet.value);
  }
  if (engine::carries_messages(setting.design) && setting.experiment.has_ranks()) {
    const auto messages = workloads.make_messages(shared.seed);
    result.record.totals = engine::run(setting.design, setting.topology, *messages, timeline, how, control);
  } else {
    const auto workload = workloads.make(shared.seed, how.original, timeline);
    std::unique_ptr<workload::Workload> seen;
    if (PacketLogFile* log = setting.options.packet_log; log != nullptr && hops == nullptr) {
      seen = logged(*workload, *log);
      control.on_delivery = [log, told = std::move(control.on_delivery)](const engine::PacketLog& packet) {
        log->delivered(packet);
        if (told) told(packet);
      };
    }
    result.record.totals =
        engine::run(setting.options.engine, setting.design, setting.topology, seen ? *seen : *workload, how, control);
    if (how.processes == nullptr) {
      result.record.round_trips = workloads.round_trips(*workload);
      result.record.background = workloads.background(*workload);
    }
  }
  result.host = meter.used();
  result.host.cpu_s += control.helpers_cpu_s;
  result.host.threads = control.threads;
}

/// The same simulation once more, in which the links are seen that the packets of the path cross.
void find_links(const Shared& shared, const WorkloadFactory& workloads, const Window& window,
                result::RunResult& result) {
  PathLinks links(shared.setting.design, shared.setting.topology, result.record.totals.ranks, *result.profile->path);
  const engine::HopsLog told = [&links](const engine::HopLog& hop) { links.hop(hop); };
  result::RunResult again;
  again.record.seed = result.record.seed;
  run_engine(shared, workloads, window, nullptr, nullptr, again, &told);
  result.host.wall_s += again.host.wall_s;
  result.host.cpu_s += again.host.cpu_s;
  if (again.record.totals.fingerprint == result.record.totals.fingerprint) links.finish();
}

void find_critical_path(const Shared& shared, const WorkloadFactory& workloads, const Window& window,
                        const profile::History& history, result::RunResult& result) {
  const stats::RunTotals& totals = result.record.totals;
  profile::CriticalPath& path = result.profile->path.emplace();
  if (totals.outcome != stats::Outcome::finished || !totals.failure.empty()) return;
  with_path_alone(shared.setting.design, shared.setting.topology, totals.ranks, [&](const profile::Alone& alone) {
    path = profile::critical_path(history, totals.ranks, totals.cycles, alone);
  });
  if (!shared.setting.design.model) find_links(shared, workloads, window, result);
}

/// What they say of the model, and they themselves where they are asked for.
void look_at_messages(const Shared& shared, profile::MessageLog&& messages, result::RunResult& result) {
  const RunSetting& setting = shared.setting;
  if (setting.design.model) {
    result.model_checks =
        judge_model(setting.experiment, setting.design, setting.topology, messages, result.record.totals);
  }
  if (setting.options.messages) result.messages = std::move(messages);
}

/// From the beginning, from where it was when a run before was killed, or as that left it when it had ended.
void run_or_continue(const Shared& shared, const WorkloadFactory& workloads, const Window& window,
                     result::RunResult& result) {
  Observers observers(shared.setting, result);
  workload::Timeline* timeline = observers.several.timeline();
  const unsigned number = shared.simulations++;
  if (shared.setting.options.checkpoint == nullptr) {
    run_engine(shared, workloads, window, nullptr, timeline, result);
    if (observers.history) find_critical_path(shared, workloads, window, *observers.history, result);
    if (observers.messages) look_at_messages(shared, std::move(*observers.messages), result);
    return;
  }
  const auto kept = shared.setting.options.checkpoint->simulation(shared.seed, number);
  if (kept->ended([&](ByteReader& in) { archive_simulated(result, in); })) return;
  if (result.activity) {
    kept->keep_too([&](ByteWriter& out) { out(*result.activity, *result.profile); },
                   [&](ByteReader& in) { in(*result.activity, *result.profile); });
  }
  run_engine(shared, workloads, window, kept.get(), timeline, result);
  if (result.record.totals.outcome == stats::Outcome::interrupted) return;
  kept->end([&](ByteWriter& out) { archive_simulated(result, out); });
}

result::RunResult simulate(const Shared& shared, const WorkloadFactory& workloads, const Window& window) {
  result::RunResult result;
  result.record.seed = shared.seed;
  run_or_continue(shared, workloads, window, result);
  judge_run(shared.setting, workloads, window, result.record);
  return result;
}

/// With the warm-up that the experiment asks for, and a window that is so many times as long.
result::RunResult run_at(const MeasureParams& measure, const WorkloadFactory& workloads, const Simulate& simulate,
                         unsigned times = 1) {
  Window window;
  if (measure.warmup) window.warmup = measure.warmup->value;
  if (measure.cycles) window.cycles = measure.cycles->value * times;
  if (measure.warmup != auto_warmup) return simulate(workloads, window);
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
void run_jobs_alone(const Shared& shared, result::RunResult& result) {
  for (std::size_t job = 0; job < result.record.jobs.size(); ++job) {
    if (result.record.totals.outcome != stats::Outcome::finished) return;
    result::RunResult alone;
    const WorkloadFactory workloads = shared.setting.workloads.only_job(job);
    run_or_continue(shared, workloads, {}, alone);
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

void judge_run(const RunSetting& setting, const WorkloadFactory& workloads, const Window& window,
               stats::RunRecord& record) {
  record.nodes = setting.topology.graph.nodes();
  record.seconds_per_cycle = seconds_per_cycle(setting.experiment);
  record.delays = delays_of(setting.design);
  record.has_ranks = setting.experiment.has_ranks();
  record.has_end = setting.experiment.has_end();
  record.offered = workloads.offered_load();
  record.warmup = window.warmup;
  record.sources = sources_of(setting, workloads, record.totals);
  record.jobs = workloads.figures_of_jobs(record.totals);
  judge(record);
}

result::RunResult run_by(const MeasureParams& measure, const WorkloadFactory& workloads, const Simulate& simulate) {
  if (measure.sample.precision) {
    return sample_rounds(measure, workloads,
                         [&](const WorkloadFactory& some) { return run_at(measure, some, simulate); });
  }
  if (measure.find == Find::nothing) return run_at(measure, workloads, simulate);
  return find_saturation(measure.resolution, [&](double load, unsigned times) {
    return run_at(measure, workloads.with_load(load), simulate, times);
  });
}

result::RunResult run_once(const RunSetting& setting, std::uint64_t seed, const InterruptWatch& interrupt,
                           const RunReport& report) {
  const Shared shared{setting, seed, interrupt, report};
  result::RunResult result = run_by(
      setting.experiment.measure, setting.workloads,
      [&](const WorkloadFactory& workloads, const Window& window) { return simulate(shared, workloads, window); });
  if (setting.workloads.wants_slowdown()) run_jobs_alone(shared, result);
  return result;
}

}  // namespace fsin::study

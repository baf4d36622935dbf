// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/simulation.hpp"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/host.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/processes.hpp"
#include "fsin/run/described.hpp"
#include "fsin/run/model_checks.hpp"
#include "fsin/run/observers.hpp"
#include "fsin/run/path_links.hpp"
#include "fsin/workload/queue_book.hpp"

namespace fsin::run {
namespace {

std::uint64_t seed_of(const Simulations& shared) {
  const experiment::Experiment& experiment = shared.setting.prepared.experiment();
  return have_one_seed(experiment) ? experiment.measure.seed : shared.seed;
}

engine::RunPlan plan_of(const Simulations& shared, const Window& window) {
  const experiment::MeasureParams& measure = shared.setting.prepared.experiment().measure;
  engine::RunPlan plan;
  plan.seed = seed_of(shared);
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

/// Packets of synthetic load, as messages of their own.
void tell_packets(engine::Control& control, workload::Timeline& timeline, std::uint64_t packet_bytes) {
  control.on_delivery = [&timeline, packet_bytes](const engine::PacketLog& packet) {
    workload::MessageLife life{packet.source.value, packet.destination.value, 0,
                               packet_bytes,        packet.entered,           packet.delivered};
    life.phits = packet.phits;
    life.entered = packet.entered;
    life.ready = packet.generated;
    life.waited = packet.entered - packet.generated;
    life.hops = static_cast<std::uint16_t>(packet.hops);
    timeline.message(life);
  };
}

/// The parts of a result that only its simulation gives; a checkpoint keeps these.
template <class Result, class Archive>
void archive_simulated(Result& result, Archive& archive) {
  archive(result.record.totals, result.record.queues, result.host);
  if (result.activity) archive(*result.activity);
  if (result.profile) archive(*result.profile);
}

/// The queues of a workload whose load can be judged; null for any other, and for a run without a window.
workload::KeepsQueues* watched_queues(const sources::Source& source, std::uint64_t seed, const Window& window,
                                      workload::Workload& workload) {
  if (window.cycles == never || !std::holds_alternative<sources::JudgedLoad>(source.judging(seed))) return nullptr;
  auto& queues = dynamic_cast<workload::KeepsQueues&>(workload);
  queues.watch({window.warmup, window.warmup + window.cycles / 2, window.warmup + window.cycles});
  return &queues;
}

/// Adds what waited at the sources of the other processes, each of which serves nodes of its own.
void join(engine::Processes& processes, workload::QueueAccount& queues) {
  ByteWriter mine;
  mine(queues);
  const std::vector<engine::Bytes> all = processes.share(mine.bytes());
  for (unsigned process = 0; process < processes.count(); ++process) {
    if (process == processes.self()) continue;
    workload::QueueAccount others;
    ByteReader reader(all[process]);
    reader(others);
    queues.merge(others);
  }
}

void run_engine(const Simulations& shared, const sources::Source& source, const Window& window,
                engine::Checkpoint* checkpoint, workload::Timeline* timeline, result::RunResult& result,
                const engine::HopsLog* hops = nullptr) {
  const RunSetting& setting = shared.setting;
  const HostMeter meter;
  engine::RunPlan plan = plan_of(shared, window);
  plan.checkpoint = checkpoint;
  plan.hops = hops;
  if (const sources::JobSource* jobs = source.job_source(); jobs != nullptr) plan.background = jobs->rates();
  std::optional<OriginalRandom> original;
  if (setting.options.original_rng) {
    original.emplace(static_cast<unsigned>(shared.seed));
    plan.original = &*original;
  }
  engine::Control control;
  attend(shared, control);
  if (source.stoppable() != nullptr) source.stoppable()->stop_by(&shared.interrupt.stop());
  if (timeline != nullptr && !setting.prepared.experiment().has_ranks()) {
    tell_packets(control, *timeline, setting.prepared.experiment().network.packet.value);
  }
  if (engine::carries_messages(setting.prepared.design) && setting.prepared.experiment().has_ranks()) {
    const auto messages = source.rank_source()->make_messages(seed_of(shared));
    result.record.totals = engine::run(setting.options.engine, setting.prepared.design, setting.topology, *messages,
                                       timeline, plan, control);
  } else {
    const auto workload = source.make(seed_of(shared), plan.original, timeline);
    workload::KeepsQueues* queues = watched_queues(source, shared.seed, window, *workload);
    std::unique_ptr<workload::Workload> seen;
    if (PacketLogFile* log = setting.options.packet_log; log != nullptr && hops == nullptr) {
      seen = logged(*workload, *log);
      control.on_delivery = [log, told = std::move(control.on_delivery)](const engine::PacketLog& packet) {
        log->delivered(packet);
        if (told) told(packet);
      };
    }
    result.record.totals = engine::run(setting.options.engine, setting.prepared.design, setting.topology,
                                       seen ? *seen : *workload, plan, control);
    if (queues != nullptr) result.record.queues = std::move(queues->queues());
    if (plan.processes != nullptr) join(*plan.processes, result.record.queues);
  }
  result.host = meter.used();
  result.host.cpu_s += control.helpers_cpu_s;
  result.host.threads = control.threads;
}

/// The same simulation once more, in which the links are seen that the packets of the path cross.
void find_links(const Simulations& shared, const sources::Source& source, const Window& window,
                result::RunResult& result) {
  PathLinks links(shared.setting.prepared.design, shared.setting.topology, result.record.totals.ranks,
                  *result.profile->path);
  const engine::HopsLog told = [&links](const engine::HopLog& hop) { links.hop(hop); };
  result::RunResult again;
  again.record.seed = result.record.seed;
  run_engine(shared, source, window, nullptr, nullptr, again, &told);
  result.host.wall_s += again.host.wall_s;
  result.host.cpu_s += again.host.cpu_s;
  if (again.record.totals.fingerprint == result.record.totals.fingerprint) links.finish();
}

void find_critical_path(const Simulations& shared, const sources::Source& source, const Window& window,
                        const profile::History& history, result::RunResult& result) {
  const stats::RunTotals& totals = result.record.totals;
  profile::CriticalPath& path = result.profile->path.emplace();
  if (totals.outcome != stats::Outcome::finished || !totals.failure.empty()) return;
  with_path_alone(
      shared.setting.prepared.design, shared.setting.topology, totals.ranks,
      [&](const profile::Alone& alone) { path = profile::critical_path(history, totals.ranks, totals.cycles, alone); });
  if (!shared.setting.prepared.design.model && !source.rank_source()->runs_once())
    find_links(shared, source, window, result);
}

/// Judges the model by the messages of the run, and keeps the messages where the options ask for them.
void look_at_messages(const Simulations& shared, profile::MessageLog&& messages, result::RunResult& result) {
  const RunSetting& setting = shared.setting;
  const bool interrupted = result.record.totals.outcome == stats::Outcome::interrupted;  // the user waits for the end
  if (setting.prepared.design.model && !interrupted) {
    result.model_checks = judge_model(setting.prepared.experiment(), setting.prepared.design, setting.topology,
                                      messages, result.record.totals);
    result.host.peak_rss_bytes = std::max(result.host.peak_rss_bytes, process_memory().peak);
  }
  if (setting.options.messages) result.messages = std::move(messages);
}

/// Writes the messages of the run, and keeps their times by size.
void write_messages(const Simulations& shared, const sources::Source& source, MessageFile& file,
                    result::RunResult& result) {
  const RunSetting& setting = shared.setting;
  const experiment::Experiment& experiment = setting.prepared.experiment();
  MessageFile::Run run{setting.prepared.design,
                       setting.topology,
                       setting.prepared.facts,
                       result.record.totals,
                       experiment::seconds_per_cycle(experiment),
                       experiment.has_ranks(),
                       {},
                       {}};
  if (run.has_ranks) run.names = workload::RankNames(std::span<const workload::RankAccount>(run.totals.ranks));
  if (const sources::JobSource* jobs = source.job_source(); jobs != nullptr) run.jobs = jobs->jobs();
  result.message_times = file.finish(run);
}

}  // namespace

engine::RunPlan plan_of_flows(const Simulations& shared, const Window& window) {
  engine::RunPlan plan = plan_of(shared, window);
  plan.threads = 1;
  plan.processes = nullptr;
  plan.link_loads = plan.traffic = plan.check = false;
  return plan;
}

void attend(const Simulations& shared, engine::Control& control) {
  control.progress = [&](Cycle now, double fraction, std::uint64_t packets) {
    if (shared.interrupt.interrupted()) control.stop.store(true, std::memory_order_relaxed);
    shared.report(now, fraction, packets);
  };
}

void run_or_continue(const Simulations& shared, const sources::Source& source, const Window& window,
                     result::RunResult& result) {
  Observers observers(shared.setting, source, result);
  workload::Timeline* timeline = observers.several.timeline();
  const unsigned number = shared.simulations++;
  if (shared.setting.options.checkpoint == nullptr) {
    run_engine(shared, source, window, nullptr, timeline, result);
    if (observers.history) find_critical_path(shared, source, window, *observers.history, result);
    if (observers.messages) look_at_messages(shared, std::move(*observers.messages), result);
    if (MessageFile* file = shared.setting.options.message_file; file != nullptr)
      write_messages(shared, source, *file, result);
    return;
  }
  const auto kept = shared.setting.options.checkpoint->simulation(shared.seed, number);
  if (kept->ended([&](ByteReader& in) { archive_simulated(result, in); })) return;
  if (result.activity) {
    kept->keep_too([&](ByteWriter& out) { out(*result.activity, *result.profile); },
                   [&](ByteReader& in) { in(*result.activity, *result.profile); });
  }
  run_engine(shared, source, window, kept.get(), timeline, result);
  if (result.record.totals.outcome == stats::Outcome::interrupted) return;
  kept->end([&](ByteWriter& out) { archive_simulated(result, out); });
}

}  // namespace fsin::run

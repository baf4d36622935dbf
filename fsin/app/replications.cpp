// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/replications.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "fsin/app/interrupt.hpp"
#include "fsin/report/host_usage.hpp"
#include "fsin/report/progress.hpp"

namespace fsin::app {
namespace {

/// What all runs share and where they leave their results.
class Batch {
 public:
  Batch(const Experiment& experiment, const topology::Topology& topology, const WorkloadFactory& workloads,
        const RunOptions& options)
      : experiment_(experiment),
        topology_(topology),
        workloads_(workloads),
        options_(options),
        design_(design_of(experiment)),
        results_(experiment.measure.seeds),
        progress_(report::Progress::for_stderr(options.quiet, experiment.measure.seeds)) {}

  /// Runs until none is left or the user has had enough. For several threads at once.
  void work(const InterruptWatch& interrupt) {
    while (!interrupt.interrupted() && !failed_) {
      const std::size_t index = next_++;
      if (index >= results_.size()) return;
      try {
        results_[index] = run(index, interrupt);
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        failed_ = true;
      }
    }
  }

  std::vector<report::RunResult> take() {
    progress_.clear();
    if (error_) std::rethrow_exception(error_);
    std::vector<report::RunResult> done;
    for (auto& result : results_) {
      if (result) done.push_back(std::move(*result));
    }
    return done;
  }

 private:
  engine::RunPlan plan(std::uint64_t seed) const {
    const MeasureParams& measure = experiment_.measure;
    engine::RunPlan plan;
    plan.seed = seed;
    if (measure.warmup) plan.warmup = measure.warmup->value;
    if (measure.cycles) plan.cycles = measure.cycles->value;
    if (measure.max_cycles) plan.max_cycles = measure.max_cycles->value;
    plan.watchdog = measure.watchdog.value;
    plan.link_loads = options_.link_loads;
    plan.check = options_.check;
    return plan;
  }

  report::RunResult run(std::size_t index, const InterruptWatch& interrupt) {
    const report::HostMeter meter;
    report::RunResult result;
    stats::RunRecord& record = result.record;
    record.seed = experiment_.measure.seed + index;
    engine::RunPlan how = plan(record.seed);
    std::optional<OriginalRandom> original;
    if (options_.original_rng) {
      original.emplace(static_cast<unsigned>(record.seed));
      how.original = &*original;
    }
    const auto workload = workloads_.make(record.seed, how.original);
    engine::Control control;
    control.progress = [&](Cycle now, double fraction, std::uint64_t packets) {
      if (interrupt.interrupted()) control.stop.store(true, std::memory_order_relaxed);
      progress_.update(index, now, fraction, packets);
    };
    record.totals = engine::run(options_.engine, design_, topology_, *workload, how, control);
    record.nodes = topology_.graph.nodes();
    record.seconds_per_cycle = seconds_per_cycle(experiment_);
    record.is_trace = experiment_.is_trace();
    record.offered = workloads_.offered_load();
    judge(record);
    result.host = meter.used();
    progress_.done(index, record.totals.cycles);
    return result;
  }

  /// What an engine cannot know: a workload that broke down, and a load that was too much.
  void judge(stats::RunRecord& record) const {
    stats::RunTotals& totals = record.totals;
    if (!totals.failure.empty()) totals.outcome = stats::Outcome::interrupted;
    if (totals.outcome == stats::Outcome::finished && stats::falls_short_of_offered(record, design_.packet_phits)) {
      totals.outcome = stats::Outcome::saturated;
    }
  }

  const Experiment& experiment_;
  const topology::Topology& topology_;
  const WorkloadFactory& workloads_;
  const RunOptions& options_;
  const engine::Design design_;
  std::vector<std::optional<report::RunResult>> results_;
  report::Progress progress_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

std::vector<report::RunResult> run_replications(const Experiment& experiment, const topology::Topology& topology,
                                                const WorkloadFactory& workloads, const RunOptions& options) {
  const InterruptWatch interrupt;
  Batch batch(experiment, topology, workloads, options);
  std::vector<std::thread> helpers;
  const unsigned threads = std::min(options.parallel, experiment.measure.seeds);
  for (unsigned i = 1; i < threads; ++i) helpers.emplace_back([&] { batch.work(interrupt); });
  batch.work(interrupt);
  for (std::thread& helper : helpers) helper.join();
  return batch.take();
}

}  // namespace fsin::app

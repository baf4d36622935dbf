// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/replications.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>

#include "fsin/app/interrupt.hpp"
#include "fsin/app/single_run.hpp"
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
  report::RunResult run(std::size_t index, const InterruptWatch& interrupt) {
    const auto report = [&](Cycle now, double fraction, std::uint64_t packets) {
      progress_.update(index, now, fraction, packets);
    };
    const std::uint64_t seed = experiment_.measure.seed + index;
    report::RunResult result =
        run_once({experiment_, design_, topology_, workloads_, options_}, seed, interrupt, report);
    progress_.done(index, result.record.totals.cycles);
    return result;
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

// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/replications.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "fsin/run/interrupt.hpp"
#include "fsin/run/single_run.hpp"

namespace fsin::run {
namespace {

/// State that all runs share: the next seed, and results that came early.
class Batch {
 public:
  Batch(const Prepared& prepared, const RunOptions& options, const TakeRun& take)
      : prepared_(prepared), options_(options), take_(take) {}

  /// Runs until none is left or the user has had enough. For several threads at once.
  void work(const InterruptWatch& interrupt) {
    while (!interrupt.interrupted() && !failed_) {
      const std::size_t index = next_++;
      if (index >= prepared_.experiment().measure.seeds) return;
      try {
        hand_over(index, run(index, interrupt));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        failed_ = true;
        turn_.notify_all();
      }
    }
  }

  void finish() {
    if (options_.progress != nullptr) options_.progress->clear();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  result::RunResult run(std::size_t index, const InterruptWatch& interrupt) {
    ProgressSink* progress = options_.progress;
    const auto report = [&](Cycle now, double fraction, std::uint64_t packets) {
      if (progress != nullptr) progress->update(index, now, fraction, packets);
    };
    const std::uint64_t seed = prepared_.experiment().measure.seed + index;
    result::RunResult result = run_once({prepared_, *prepared_.topology, options_}, seed, interrupt, report);
    if (progress != nullptr) progress->done(index, result.record.totals.cycles);
    return result;
  }

  /// In order of seed; waits when too many have come early, for results are large.
  void hand_over(std::size_t index, result::RunResult result) {
    std::unique_lock lock(mutex_);
    const std::size_t most_waiting = 2 * static_cast<std::size_t>(options_.parallel);
    turn_.wait(lock, [&] { return failed_ || index < due_ + most_waiting; });
    if (failed_) return;
    early_.emplace(index, std::move(result));
    for (auto ready = early_.find(due_); ready != early_.end(); ready = early_.find(++due_)) {
      take_(ready->second);
      early_.erase(ready);
    }
    turn_.notify_all();
  }

  const Prepared& prepared_;
  const RunOptions& options_;
  const TakeRun& take_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> failed_{false};
  std::mutex mutex_;
  std::condition_variable turn_;
  std::size_t due_ = 0;                             ///< the run that is taken next
  std::map<std::size_t, result::RunResult> early_;  ///< wait for it
  std::exception_ptr error_;
};

}  // namespace

void run_replications(const Prepared& prepared, const RunOptions& options, const TakeRun& take,
                      const std::atomic<bool>* stop) {
  const InterruptWatch interrupt(stop);
  Batch batch(prepared, options, take);
  std::vector<std::thread> helpers;
  const unsigned threads = std::min(options.parallel, prepared.experiment().measure.seeds);
  for (unsigned i = 1; i < threads; ++i) helpers.emplace_back([&] { batch.work(interrupt); });
  batch.work(interrupt);
  for (std::thread& helper : helpers) helper.join();
  batch.finish();
}

}  // namespace fsin::run

// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_runner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/run/single_run.hpp"
#include "fsin/stats/confidence.hpp"
#include "fsin/study/provenance.hpp"
#include "fsin/study/sweep_checks.hpp"

namespace fsin::study {
namespace {

/// Damaged entries of the cache that are named one by one.
constexpr std::size_t most_damaged_named = 3;

struct Job {
  std::size_t point;
  std::size_t index;  ///< of the seed
};

struct PointState {
  std::vector<std::optional<sweep::Run>> runs;  ///< by seed
  std::size_t next = 0;                         ///< first index nobody has taken
  std::size_t done = 0;
  std::size_t wanted = 0;  ///< indices to do, as known by now
  bool closed = false;
  std::shared_ptr<const run::CheckedTopology> topology;
};

void drop_detail(result::KeptResult& kept) {
  kept.detail.reset();
  kept.links.clear();
}

class Runner {
 public:
  Runner(const SweepPlan& plan, const SweepOptions& options, const sweep::Cache* cache, sweep::Journal& journal,
         const run::InterruptWatch& interrupt)
      : plan_(plan),
        options_(options),
        cache_(cache),
        journal_(journal),
        interrupt_(interrupt),
        states_(plan.points.size()),
        progress_(*options.progress) {
    for (PointState& state : states_) {
      state.runs.resize(plan.plan.seeds);
      state.wanted = plan.until ? plan.until->min_runs : plan.plan.seeds;
    }
    take_journal();
  }

  SweepOutcome run() {
    std::vector<std::thread> helpers;
    for (unsigned i = 1; i < options_.jobs; ++i) helpers.emplace_back([this] { work(); });
    work();
    for (std::thread& helper : helpers) helper.join();
    progress_.clear();
    if (error_) std::rethrow_exception(error_);
    return take();
  }

 private:
  std::size_t slot(const Job& job) const { return job.point * plan_.plan.seeds + job.index; }

  void take_journal() {
    for (const sweep::Run& run : journal_.found()) {
      const std::uint64_t index = run.seed - plan_.plan.first_seed;
      if (run.point >= states_.size() || index >= plan_.plan.seeds) continue;
      if (run.key != plan_.key(run.point, run.seed)) {  // the program or a file has changed since
        ++outcome_.from_others;
        continue;
      }
      auto& place = states_[run.point].runs[index];
      if (place) continue;
      place = run;
      ++outcome_.from_journal;
    }
  }

  void work() {
    while (!interrupt_.interrupted()) {
      const auto job = next_job();
      if (!job) return;
      try {
        if (auto run = obtain(*job)) finish(*job, std::move(*run));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = std::current_exception();
        return;
      }
    }
  }

  /// The next index that no thread has, point after point; waits where a stopping rule needs the runs of other threads
  /// first. Nothing: all is done, or the end has come early.
  std::optional<Job> next_job() {
    using namespace std::chrono_literals;
    std::unique_lock lock(mutex_);
    while (!error_ && !interrupt_.interrupted()) {
      if (const auto job = open_job()) return job;
      if (first_open_ == states_.size() || !plan_.until) return std::nullopt;
      changed_.wait_for(lock, 100ms);
    }
    return std::nullopt;
  }

  /// Under the lock.
  std::optional<Job> open_job() {
    for (; first_open_ < states_.size() && states_[first_open_].closed; ++first_open_) {
    }
    for (std::size_t point = first_open_; point < states_.size(); ++point) {
      PointState& state = states_[point];
      while (!state.closed && state.next < state.wanted) {
        const std::size_t index = state.next++;
        if (!in_shard(plan_, options_.shard, point, index)) {
          count_done(point);
        } else if (state.runs[index]) {
          progress_.done(slot({point, index}), 0);
          count_done(point);
        } else {
          return Job{point, index};
        }
      }
    }
    return std::nullopt;
  }

  /// Under the lock: one more index of the point is settled.
  void count_done(std::size_t point) {
    PointState& state = states_[point];
    if (++state.done < state.wanted) return;
    if (plan_.until && in_shard(plan_, options_.shard, point, 0) && state.wanted < plan_.until->max_runs &&
        !met(state)) {
      state.wanted = std::min<std::size_t>(state.wanted + options_.jobs, plan_.until->max_runs);
      return;
    }
    state.closed = true;
    state.topology.reset();
    for (std::size_t index = state.wanted; index < plan_.plan.seeds; ++index) progress_.done(slot({point, index}), 0);
  }

  bool met(const PointState& state) const { return runs_kept(state) < state.wanted || meets(state, state.wanted); }

  /// True where the first n runs meet the stopping rule.
  bool meets(const PointState& state, std::size_t n) const {
    std::vector<double> values;
    for (std::size_t i = 0; i < n; ++i) {
      if (!state.runs[i]) return false;
      if (const auto value = state.runs[i]->result.figure(plan_.until->figure)) values.push_back(*value);
    }
    if (values.size() < n) return true;  // it has no such figure: more runs do not help
    const stats::Estimate estimate = stats::estimate(values, plan_.plan.confidence);
    return estimate.half_width <= *plan_.until->relative_error * std::abs(estimate.mean);
  }

  /// The runs that count: all, or the first that meet the rule.
  std::size_t runs_kept(const PointState& state) const {
    if (!plan_.until) return plan_.plan.seeds;
    for (std::size_t n = plan_.until->min_runs; n < state.wanted; ++n) {
      if (meets(state, n)) return n;
    }
    return state.wanted;
  }

  /// The run from the cache, or simulated; nothing where a signal has interrupted it, and it will be made again.
  std::optional<sweep::Run> obtain(const Job& job) {
    sweep::Run run{job.point, plan_.seed(job.index), plan_.key(job.point, plan_.seed(job.index)), {}};
    if (cache_ != nullptr) {
      std::string damage;
      auto known = cache_->find(run.key, damage);
      if (!damage.empty()) note_damage(damage);
      if (known && (job.index != 0 || known->detail)) {
        run.result = std::move(*known);
        if (job.index != 0) drop_detail(run.result);  // of a sweep that begins with this seed
        const std::lock_guard lock(mutex_);
        ++outcome_.from_cache;
        return run;
      }
    }
    auto result = simulate(job);
    if (!result) return std::nullopt;
    run.result = std::move(*result);
    keep(run);
    const std::lock_guard lock(mutex_);
    ++outcome_.simulated;
    return run;
  }

  /// The first few by name: a disk that fails may have thousands.
  void note_damage(const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (outcome_.damaged++ < most_damaged_named)
      progress_.say(fmt::format("fsin sweep: warning: {}; the run is made again", what));
  }

  /// The cache saves time; a sweep does not end because it cannot be filled.
  void keep(const sweep::Run& run) {
    if (cache_ == nullptr || cache_is_full_) return;
    try {
      cache_->put(run.key, run.result);
    } catch (const OutputError& error) {
      if (cache_is_full_.exchange(true)) return;
      progress_.say(fmt::format("fsin sweep: warning: {}; the sweep goes on without filling the cache", error.what()));
    }
  }

  std::optional<result::KeptResult> simulate(const Job& job) {
    const SweepPoint& point = plan_.points[job.point];
    run::RunOptions run_options;
    run_options.engine = options_.engine;
    run_options.detail = job.index == 0;
    const auto topology = topology_of(job.point);
    const auto result = run::run_once({point, *topology, run_options}, plan_.seed(job.index), interrupt_,
                                      [&](Cycle now, double fraction, std::uint64_t packets) {
                                        progress_.update(slot(job), now, fraction, packets);
                                      });
    if (!result.record.totals.failure.empty()) throw sweep::SweepError(result.record.totals.failure);
    if (result::is_partial(result)) return std::nullopt;
    return result::kept_result(origin_of(point, plan_.plan.engine, "philox"), result, run_options.detail);
  }

  std::shared_ptr<const run::CheckedTopology> topology_of(std::size_t point) {
    const std::lock_guard lock(mutex_);
    auto& topology = states_[point].topology;
    if (!topology) topology = admitted_network(plan_, point);
    return topology;
  }

  void finish(const Job& job, sweep::Run run) {
    journal_.add(run);
    progress_.done(slot(job), static_cast<Cycle>(run.result.figure("cycles").value_or(0)));
    const std::lock_guard lock(mutex_);
    states_[job.point].runs[job.index] = std::move(run);
    count_done(job.point);
    changed_.notify_all();
  }

  SweepOutcome take() {
    outcome_.complete = true;
    for (std::size_t point = 0; point < states_.size(); ++point) {
      PointState& state = states_[point];
      outcome_.complete = outcome_.complete && state.closed;
      const std::size_t kept = runs_kept(state);
      for (std::size_t index = 0; index < kept; ++index) {
        if (state.runs[index] && in_shard(plan_, options_.shard, point, index)) {
          outcome_.runs.push_back(std::move(*state.runs[index]));
        }
      }
    }
    return std::move(outcome_);
  }

  const SweepPlan& plan_;
  const SweepOptions& options_;
  const sweep::Cache* cache_;
  sweep::Journal& journal_;
  const run::InterruptWatch& interrupt_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<PointState> states_;
  std::atomic<bool> cache_is_full_{false};
  std::size_t first_open_ = 0;
  run::ProgressSink& progress_;
  SweepOutcome outcome_;
  std::exception_ptr error_;
};

}  // namespace

bool in_shard(const SweepPlan& plan, Shard shard, std::size_t point, std::size_t index) {
  const std::size_t unit = plan.until ? point : point * plan.plan.seeds + index;
  return unit % shard.of == shard.number - 1;
}

SweepOutcome run_sweep(const SweepPlan& plan, const SweepOptions& options, const sweep::Cache* cache,
                       sweep::Journal& journal, const run::InterruptWatch& interrupt) {
  return Runner(plan, options, cache, journal, interrupt).run();
}

}  // namespace fsin::study

// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <tuple>
#include <variant>

#include "fsin/core/host.hpp"
#include "fsin/run/single_run.hpp"
#include "fsin/stats/balance.hpp"
#include "fsin/study/sweep_checks.hpp"

namespace fsin::study {
namespace {

constexpr std::size_t most_samples = 24;
/// CPU time that goes into looking at one point, over all simulations of it: less when there are many points.
constexpr double most_seconds = 0.6, least_seconds = 0.3;
constexpr double all_seconds = most_samples * least_seconds;
/// Parts of that time which one simulation may take: one alone, one of a few pilots, one of a search.
constexpr double part_alone = 1, part_of_pilots = 0.4, part_of_search = 0.15;
/// CPU seconds of a run beside its simulation: its result as text, journal and cache.
constexpr double run_overhead = 1e-3;

double grown(const stats::Flow& flow) {
  return static_cast<double>(flow.packets_generated) - static_cast<double>(flow.packets_delivered);
}

/// The growth of queues until the end of a run, relative to that in its beginning, which is so many times as short:
/// with the power of the time that the second half of the beginning shows, 1/2 at a load that is just carried and 1
/// when they grow without end. Where sources stall, what is queued has an end.
double growth(const stats::RunRecord& record, double times) {
  const auto* not_judged = std::get_if<stats::NotJudged>(&record.load);
  const bool still_filling = not_judged != nullptr && not_judged->why == stats::Unjudged::filling;
  if (still_filling || !record.sources || record.sources->stall) return 1;
  if (std::holds_alternative<stats::LoadTooMuch>(record.load)) return times;
  const stats::RunTotals& totals = record.totals;
  const auto first = static_cast<double>(record.warmup), cycles = static_cast<double>(totals.measured_cycles);
  const double filled = std::min(first + cycles, record.sources->fill) - std::min(first, record.sources->fill);
  const double filling = static_cast<double>(totals.packets_generated) * filled / cycles;
  const double queued = grown({totals.packets_generated, totals.packets_delivered}) - filling;
  if (queued <= 0) return 1;
  return std::pow(times, -std::log2(1 - std::clamp(grown(totals.second_half) / queued, 0.0, 0.5)));
}

stats::Flow prolonged(const stats::Flow& flow, double times, double growth) {
  const auto made = static_cast<double>(flow.packets_generated);
  const double queued = grown(flow) * growth;
  return {static_cast<std::uint64_t>(made * times), static_cast<std::uint64_t>(std::max(made * times - queued, 0.0))};
}

/// Puts what the whole run will have counted in place of what its beginning has: as far as it is judged by that. Its
/// series stays as long as it is.
void prolong(stats::RunRecord& record, const run::Window& whole) {
  stats::RunTotals& totals = record.totals;
  if (totals.measured_cycles == 0 || totals.measured_cycles >= whole.cycles) return;
  const double times = static_cast<double>(whole.cycles) / static_cast<double>(totals.measured_cycles);
  const double more = growth(record, times);
  const stats::Flow window = prolonged({totals.packets_generated, totals.packets_delivered}, times, more);
  totals.packets_generated = window.packets_generated;
  totals.packets_delivered = window.packets_delivered;
  totals.second_half = prolonged(totals.second_half, times, more);
  totals.measured_cycles = whole.cycles;
  record.warmup = whole.warmup;
  totals.phits_generated = static_cast<std::uint64_t>(static_cast<double>(totals.phits_generated) * times);
  const auto* not_judged = std::get_if<stats::NotJudged>(&record.load);
  if (not_judged != nullptr && not_judged->why == stats::Unjudged::unclear) {  // waiting grows like the queues
    stats::SourceWait& wait = totals.source_wait;
    wait.sum = static_cast<std::uint64_t>(static_cast<double>(wait.sum) * more);
    wait.squares = static_cast<stats::Sum128>(static_cast<double>(wait.squares) * more * more);
  }
  record.load = stats::judge_load(record);
}

/// Makes the simulations of a run, or the beginnings of those that are long.
class PointEstimator {
 public:
  PointEstimator(const SweepPlan& plan, std::size_t point, engine::EngineKind engine, double seconds)
      : point_(plan.points[point]),
        measure_(point_.loaded.experiment.measure),
        topology_(admitted_network(plan, point)),
        setting_{point_, *topology_, options_},
        seconds_(seconds) {
    options_.engine = engine;
  }

  double run_seconds() {
    const auto simulate = [this](const sources::Source& source, const run::Window& window) {
      return beginning(source, window);
    };
    return run::run_by(point_, *point_.source, simulate).host.cpu_s + run_overhead;
  }

 private:
  bool is_one_alone() const {
    return measure_.find == experiment::Find::nothing && measure_.warmup != experiment::auto_warmup;
  }

  double part() const {
    if (is_one_alone()) return part_alone;
    return measure_.find == experiment::Find::nothing ? part_of_pilots : part_of_search;
  }

  /// The simulation as if it had been made to its end, and the seconds that it would have taken.
  result::RunResult beginning(const sources::Source& source, const run::Window& window) {
    if (is_one_alone()) return simulate(source, window, part() * seconds_);
    if (most_cycles_ == never) learn_speed(source, window);
    run::Window seen = window;
    const Cycle whole = window.warmup + window.cycles;
    if (whole > most_cycles_) {
      const double share = static_cast<double>(most_cycles_) / static_cast<double>(whole);
      seen.warmup = static_cast<Cycle>(static_cast<double>(window.warmup) * share);
      seen.cycles = most_cycles_ - seen.warmup;
    }
    const auto key = std::tuple(sources::offered_load(source).value_or(0), seen.warmup, seen.cycles);
    auto known = known_.find(key);
    if (known == known_.end()) known = known_.emplace(key, simulate(source, seen, 8 * part() * seconds_)).first;
    result::RunResult result = known->second;
    stats::Outcome& outcome = result.record.totals.outcome;
    if (outcome != stats::Outcome::finished && outcome != stats::Outcome::saturated) return result;
    prolong(result.record, window);
    const Cycle limit = measure_.max_cycles ? measure_.max_cycles->value : never;
    if (limit < whole) outcome = stats::Outcome::cycle_limit;
    result.host.cpu_s *= static_cast<double>(std::min(whole, limit)) / static_cast<double>(seen.warmup + seen.cycles);
    return result;
  }

  /// How many cycles of the network a simulation may look at.
  void learn_speed(const sources::Source& source, const run::Window& window) {
    const result::RunResult first = simulate(source, window, part() * seconds_ / 4);
    const auto whole = static_cast<double>(window.warmup + window.cycles);
    const double rate = std::max(first.host.cpu_s, 1e-9) / whole;
    most_cycles_ = static_cast<Cycle>(std::clamp(part() * seconds_ / rate, 64.0, 1e15));
  }

  /// Stopped when it has taken so many seconds, if that is before its end.
  result::RunResult simulate(const sources::Source& source, const run::Window& window, double budget) {
    engine::RunPlan plan;
    plan.seed = measure_.seed;
    plan.warmup = window.warmup;
    plan.cycles = window.cycles;
    if (measure_.max_cycles) plan.max_cycles = measure_.max_cycles->value;
    plan.watchdog = measure_.watchdog.value;
    const auto workload = source.make(measure_.seed, nullptr, nullptr);
    const HostMeter meter;
    double stopped_at = 1;
    engine::Control control;
    control.progress = [&](Cycle /*now*/, double fraction, std::uint64_t /*packets*/) {
      if (fraction <= 0 || fraction >= 1 || meter.used().cpu_s <= budget) return;
      stopped_at = fraction;
      control.stop.store(true, std::memory_order_relaxed);
    };
    result::RunResult result;
    stats::RunTotals& totals = result.record.totals;
    totals = engine::run(options_.engine, point_.design, *topology_, *workload, plan, control);
    result.host = meter.used();
    take_time(result.host.cpu_s);
    result.host.cpu_s /= stopped_at;
    if (stopped_at < 1) totals.outcome = stats::Outcome::finished;
    run::judge_run(setting_, source, window, result.record);
    return result;
  }

  /// When more was taken than was meant, less is looked at from then on.
  void take_time(double seconds) {
    taken_ += seconds;
    if (taken_ < seconds_ || most_cycles_ == never) return;
    taken_ = 0;
    most_cycles_ = std::max<Cycle>(most_cycles_ / 2, 64);
  }

  using Key = std::tuple<double, Cycle, Cycle>;  ///< load, warm-up, window

  const SweepPoint& point_;
  const experiment::MeasureParams& measure_;
  std::shared_ptr<const run::CheckedTopology> topology_;
  run::RunOptions options_;
  run::RunSetting setting_;
  double seconds_;
  double taken_ = 0;
  Cycle most_cycles_ = never;
  std::map<Key, result::RunResult> known_;
};

}  // namespace

std::vector<double> estimated_run_seconds(const SweepPlan& plan, engine::EngineKind engine) {
  const std::size_t points = plan.points.size();
  std::size_t step = (points + most_samples - 1) / most_samples;
  while (std::gcd(step, points) > 1) ++step;  // so that the samples of a grid meet all steps of every axis
  const double samples = std::ceil(static_cast<double>(points) / static_cast<double>(step));
  const double each = std::clamp(all_seconds / samples, least_seconds, most_seconds);
  std::vector<double> seconds(points);
  for (std::size_t point = 0; point < points; ++point) {
    seconds[point] = point % step == 0 ? PointEstimator(plan, point, engine, each).run_seconds() : seconds[point - 1];
  }
  return seconds;
}

double side_by_side(const std::vector<double>& seconds, unsigned threads) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (unsigned i = 0; i < threads; ++i) free_at.push(0);
  double end = 0;
  for (const double each : seconds) {
    const double ends = free_at.top() + each;
    free_at.pop();
    free_at.push(ends);
    end = std::max(end, ends);
  }
  return end;
}

}  // namespace fsin::study

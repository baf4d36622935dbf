// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/sweep_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>

#include "fsin/app/bounds.hpp"
#include "fsin/report/host_usage.hpp"
#include "fsin/stats/warmup.hpp"

namespace fsin::app {
namespace {

constexpr std::size_t most_samples = 24;
/// CPU time that goes into looking at one point, over all simulations of it.
constexpr double sample_seconds = 0.3;
/// What a run costs beside its simulation: its result as text, journal and cache.
constexpr double run_overhead = 1e-3;
/// As pilot.cpp and saturation.cpp have them.
constexpr Cycle most_windows = 16;
constexpr double most_load = 1.0;
constexpr double latency_factor = 3.0;

/// A simulation that was stopped when it had taken its time, or came to its end before.
struct Sample {
  stats::RunTotals totals;
  double seconds = 0;  ///< of CPU time, up to where it was stopped
  double part = 1;     ///< of the whole that this is
  bool whole() const { return part >= 1; }
};

/// The second half of a sample, in which the network has filled.
struct LateHalf {
  double accepted = 0;  ///< phits/node/cycle
  double latency = 0;   ///< cycles, mean from generation
};

class Estimator {
 public:
  Estimator(const SweepPoint& point, engine::EngineKind engine)
      : point_(point),
        measure_(point.loaded.experiment.measure),
        engine_(engine),
        topology_(std::visit([](const auto& params) { return params.build(); }, point.design.topology)) {}

  double run_seconds() {
    if (measure_.find != Find::saturation) return measured_seconds(point_.workloads, sample_seconds) + run_overhead;
    const auto steps = static_cast<unsigned>(std::floor(most_load / measure_.resolution + 1e-9));
    const double budget = sample_seconds / std::ceil(std::log2(steps + 1));
    double seconds = run_overhead;
    unsigned carried = 0, too_high = steps + 1;
    while (too_high - carried > 1) {
      const unsigned step = carried + (too_high - carried) / 2;
      seconds += measured_seconds(point_.workloads.with_load(step * measure_.resolution), budget);
      (too_much_ ? too_high : carried) = step;
    }
    return seconds;
  }

 private:
  /// Pilots for the warm-up, and the run that is measured.
  double measured_seconds(const WorkloadFactory& workloads, double budget) {
    too_much_ = false;
    const Cycle window = measure_.cycles ? measure_.cycles->value : never;
    if (measure_.warmup != auto_warmup) {
      const Cycle warmup = measure_.warmup ? measure_.warmup->value : 0;
      const Sample sample = simulate(workloads, warmup, window, budget);
      judge(sample.totals, workloads);
      return sample.seconds / sample.part;
    }
    double seconds = 0, left = budget;
    for (Cycle windows = 1;; windows *= 2) {
      const Cycle length = window * windows;
      const Sample pilot = simulate(workloads, 0, length, left);
      const stats::RunTotals& totals = pilot.totals;
      const double rate = pilot.seconds / static_cast<double>(std::max<Cycle>(totals.cycles, 1));
      left = std::max(left - pilot.seconds, 0.0);
      seconds += rate * static_cast<double>(pilot.whole() ? totals.cycles : length);
      judge(totals, workloads);
      const auto settled = stats::settled_from(totals.series, totals.cycles);
      const bool stands = pilot.whole() && totals.cycles < length;
      const auto with = [&](Cycle warmup) { return seconds + rate * static_cast<double>(warmup + window); };
      if (stands) return seconds + rate * static_cast<double>(totals.cycles);
      if (settled) return with(*settled);
      if (windows == most_windows) return with(length / 2);
      if (pilot.whole()) continue;
      // Not seen to its end. A load that is carried settles before that; one that is not drifts through all pilots.
      if (!too_much_) return with(length / 8);
      seconds += rate * static_cast<double>(2 * window * most_windows - 2 * length);
      return with(window * most_windows / 2);
    }
  }

  Sample simulate(const WorkloadFactory& workloads, Cycle warmup, Cycle cycles, double budget) const {
    engine::RunPlan plan;
    plan.seed = measure_.seed;
    plan.warmup = warmup;
    plan.cycles = cycles;
    if (measure_.max_cycles) plan.max_cycles = measure_.max_cycles->value;
    plan.watchdog = measure_.watchdog.value;
    const auto workload = workloads.make(measure_.seed, nullptr);
    const report::HostMeter meter;
    Sample sample;
    engine::Control control;
    control.progress = [&](Cycle /*now*/, double fraction, std::uint64_t /*packets*/) {
      sample.seconds = meter.used().cpu_s;
      if (sample.seconds <= budget || fraction <= 0 || fraction >= 1) return;
      sample.part = fraction;
      control.stop.store(true, std::memory_order_relaxed);
    };
    sample.totals = engine::run(engine_, point_.design, topology_, *workload, plan, control);
    if (sample.whole()) sample.seconds = meter.used().cpu_s;
    return sample;
  }

  LateHalf late_half(const stats::RunTotals& totals) const {
    const auto bins = totals.series.up_to(totals.cycles);
    stats::TimeSeries::Bin late;
    const std::size_t from = bins.size() / 2, to = std::max(bins.size(), from + 2) - 1;  // the last may be cut short
    for (std::size_t i = from; i < std::min(to, bins.size()); ++i) late.add(bins[i]);
    const double cycles = static_cast<double>(to - from) * static_cast<double>(totals.series.length());
    LateHalf half;
    half.accepted = static_cast<double>(late.phits_delivered) / cycles / static_cast<double>(topology_.graph.nodes());
    if (late.packets_delivered > 0) {
      half.latency =
          static_cast<double>(late.latency_from_generation_sum) / static_cast<double>(late.packets_delivered);
    }
    return half;
  }

  /// Whether the network carries the load, by what can be seen of it.
  void judge(const stats::RunTotals& totals, const WorkloadFactory& workloads) {
    const auto offered = workloads.offered_load();
    if (!offered || totals.packets_delivered == 0) return;
    const LateHalf late = late_half(totals);
    const double distance = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
    too_much_ =
        late.accepted < 0.95 * *offered || late.latency > latency_factor * zero_load_latency(point_.design, distance);
  }

  const SweepPoint& point_;
  const MeasureParams& measure_;
  engine::EngineKind engine_;
  topology::Topology topology_;
  bool too_much_ = false;  ///< of the load looked at last
};

}  // namespace

std::vector<double> estimated_run_seconds(const SweepPlan& plan, engine::EngineKind engine) {
  const std::size_t points = plan.points.size();
  std::size_t step = (points + most_samples - 1) / most_samples;
  while (std::gcd(step, points) > 1) ++step;  // so that the samples of a grid meet all steps of every axis
  std::vector<double> seconds(points);
  for (std::size_t point = 0; point < points; ++point) {
    seconds[point] = point % step == 0 ? Estimator(plan.points[point], engine).run_seconds() : seconds[point - 1];
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

}  // namespace fsin::app

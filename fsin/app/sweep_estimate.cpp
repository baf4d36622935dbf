// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/sweep_estimate.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "fsin/report/host_usage.hpp"

namespace fsin::app {
namespace {

constexpr std::size_t most_samples = 24;
constexpr double sample_seconds = 0.1;

/// Simulations in one run: pilot and measurement, for each load that a search tries.
double simulations(const MeasureParams& measure) {
  const double with_pilot = measure.warmup == auto_warmup ? 2 : 1;
  return measure.find == Find::saturation ? with_pilot * std::ceil(std::log2(1 / measure.resolution + 1)) : with_pilot;
}

double run_seconds(const SweepPoint& point, engine::EngineKind engine) {
  const MeasureParams& measure = point.loaded.experiment.measure;
  engine::RunPlan plan;
  if (measure.warmup && measure.warmup != auto_warmup) plan.warmup = measure.warmup->value;
  if (measure.cycles) plan.cycles = measure.cycles->value;
  if (measure.max_cycles) plan.max_cycles = measure.max_cycles->value;
  plan.watchdog = measure.watchdog.value;
  const auto topology = std::visit([](const auto& params) { return params.build(); }, point.design.topology);
  const auto workload = point.workloads.make(measure.seed, nullptr);
  const report::HostMeter meter;
  double seconds = 0, part = 1;
  engine::Control control;
  control.progress = [&](Cycle /*now*/, double fraction, std::uint64_t /*packets*/) {
    seconds = meter.used().cpu_s;
    part = fraction > 0 ? fraction : 1;
    if (seconds > sample_seconds) control.stop.store(true, std::memory_order_relaxed);
  };
  engine::run(engine, point.design, topology, *workload, plan, control);
  if (!control.stop) return meter.used().cpu_s * simulations(measure);
  return seconds / part * simulations(measure);
}

}  // namespace

std::vector<double> estimated_run_seconds(const SweepPlan& plan, engine::EngineKind engine) {
  const std::size_t points = plan.points.size();
  std::size_t step = (points + most_samples - 1) / most_samples;
  while (std::gcd(step, points) > 1) ++step;  // so that the samples of a grid meet all steps of every axis
  std::vector<double> seconds(points);
  for (std::size_t point = 0; point < points; ++point) {
    seconds[point] = point % step == 0 ? run_seconds(plan.points[point], engine) : seconds[point - 1];
  }
  return seconds;
}

}  // namespace fsin::app

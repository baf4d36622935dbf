// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_memory.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "fsin/core/host.hpp"
#include "fsin/engine/footprint.hpp"

namespace fsin::study {
namespace {

constexpr std::size_t most_looked_at = 8;

/// Points by what their networks take when empty, then by load, the largest first.
std::vector<std::size_t> largest_first(const SweepPlan& plan, engine::EngineKind engine) {
  std::vector<std::tuple<double, double, std::size_t>> sizes;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    const SweepPoint& point = plan.points[i];
    const double bytes = engine::footprint(point.design, engine, {}, 1).own();
    sizes.emplace_back(-bytes, -sources::offered_load(*point.source).value_or(0), i);
  }
  std::sort(sizes.begin(), sizes.end());
  std::vector<std::size_t> order;
  for (const auto& size : sizes) order.push_back(std::get<std::size_t>(size));
  return order;
}

}  // namespace

SweepMemory sweep_memory(const SweepPlan& plan, const SweepOptions& options) {
  const ProcessMemory now = process_memory();
  const std::size_t seeds = plan.until ? plan.until->max_runs : plan.plan.seeds;
  SweepMemory memory;
  memory.shape.engine = options.engine;
  memory.shape.runs = static_cast<unsigned>(std::min<std::size_t>(options.jobs, plan.points.size() * seeds));
  memory.shape.topologies = static_cast<unsigned>(std::min<std::size_t>(options.jobs, plan.points.size()));
  memory.shape.detail = true;
  std::vector<std::size_t> order = largest_first(plan, options.engine);
  order.resize(std::min(order.size(), most_looked_at));
  for (const std::size_t i : order) {
    const SweepPoint& point = plan.points[i];
    forecast::MemoryEstimate estimate = forecast::estimate_memory(point, memory.shape, now);
    if (estimate.total <= memory.estimate.total) continue;
    memory.estimate = std::move(estimate);
    memory.mark = point.loaded.document.mark("network.topology");
  }
  return memory;
}

}  // namespace fsin::study

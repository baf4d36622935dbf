// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/saturation.hpp"

#include <cmath>
#include <optional>

#include "fsin/app/bounds.hpp"

namespace fsin::app {
namespace {

constexpr double most_load = 1.0;
constexpr double latency_factor = 3.0;

report::Probe probe_of(double load, const stats::RunRecord& record, bool saturated) {
  const stats::RunTotals& totals = record.totals;
  const double duration = static_cast<double>(record.nodes) * static_cast<double>(totals.measured_cycles);
  return {.load = load,
          .accepted = duration > 0 ? static_cast<double>(totals.phits_delivered) / duration : 0,
          .latency = totals.latency_from_generation.mean(),
          .saturated = saturated};
}

}  // namespace

bool is_saturated(const stats::RunRecord& record, const engine::Design& design) {
  const stats::RunTotals& totals = record.totals;
  if (totals.outcome != stats::Outcome::finished) return true;
  if (totals.packets_delivered == 0) return false;
  const double distance = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
  return totals.latency_from_generation.mean() > latency_factor * zero_load_latency(design, distance);
}

report::RunResult find_saturation(double resolution, const engine::Design& design, const RunAtLoad& run) {
  const auto steps = static_cast<unsigned>(std::floor(most_load / resolution + 1e-9));
  unsigned carried = 0, too_high = steps + 1;
  std::vector<report::Probe> probes;
  std::optional<report::RunResult> best;
  report::RunResult last;
  double wall_s = 0, cpu_s = 0;
  while (too_high - carried > 1) {
    const unsigned step = carried + (too_high - carried) / 2;
    last = run(step * resolution);
    if (last.record.totals.outcome == stats::Outcome::interrupted) return last;
    wall_s += last.host.wall_s;
    cpu_s += last.host.cpu_s;
    const bool saturated = is_saturated(last.record, design);
    probes.push_back(probe_of(step * resolution, last.record, saturated));
    (saturated ? too_high : carried) = step;
    if (!saturated) best = std::move(last);
  }
  report::RunResult result = best ? std::move(*best) : std::move(last);
  result.record.saturation_load = carried * resolution;
  result.probes = std::move(probes);
  result.host.wall_s = wall_s;
  result.host.cpu_s = cpu_s;
  return result;
}

}  // namespace fsin::app

// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/settling.hpp"

#include <algorithm>
#include <cmath>

#include "fsin/stats/balance.hpp"

namespace fsin::stats {
namespace {

constexpr double relaxations_in_window = 20;
constexpr double latencies_in_window =
    5;  ///< so that the packets under way at both ends of the window have little weight
constexpr double relaxations_of_warmup = 3;
constexpr double latencies_of_warmup = 2;

double variance_of(const SourceWait& wait) {
  if (wait.packets == 0) return 0;
  const auto n = static_cast<double>(wait.packets);
  const double mean = static_cast<double>(wait.sum) / n;
  return std::max(0.0, static_cast<double>(wait.squares) / n - mean * mean);
}

double square(double x) { return x * x; }

std::optional<double> cycles_of(const RunRecord& run, double relaxations, double latencies) {
  const auto relaxation = relaxation_cycles(run);
  if (!relaxation) return std::nullopt;
  return relaxations * *relaxation + latencies * run.totals.latency.mean();
}

}  // namespace

std::optional<double> relaxation_cycles(const RunRecord& run) {
  if (!run.sources || run.totals.latency.count() == 0 || run.sources->packet_phits == 0) return std::nullopt;
  const double in_network = run.totals.latency.mean() - run.totals.injection_delay.mean() - run.sources->alone;
  return (4 * variance_of(run.totals.source_wait) + square(std::max(0.0, in_network))) /
         static_cast<double>(run.sources->packet_phits);
}

std::optional<double> needed_cycles(const RunRecord& run) {
  return cycles_of(run, relaxations_in_window, latencies_in_window);
}

std::optional<double> needed_warmup(const RunRecord& run) {
  return cycles_of(run, relaxations_of_warmup, latencies_of_warmup);
}

bool window_is_long(const RunRecord& run) {
  const auto needed = needed_cycles(run);
  return needed && static_cast<double>(run.totals.measured_cycles) >= *needed;
}

std::optional<Settling> settling_of(const RunRecord& run) {
  if (!run.sources) return std::nullopt;
  if (run.totals.outcome != Outcome::finished && run.totals.outcome != Outcome::saturated) return Settling::unfinished;
  switch (judge_load(run)) {
    case Carried::filling:
      return Settling::filling;
    case Carried::unclear:
      return Settling::unclear;
    case Carried::too_much:
      if (!run.sources->stall) return Settling::growing;
      break;
    case Carried::yes:
      break;
  }
  if (!run.warmup_settled.value_or(true)) return Settling::warmup_unknown;
  if (!window_is_long(run)) return Settling::window_short;
  return static_cast<double>(run.warmup) < *needed_warmup(run) ? Settling::warmup_short : Settling::yes;
}

}  // namespace fsin::stats

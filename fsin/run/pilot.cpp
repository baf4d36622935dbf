// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/pilot.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fsin/stats/settling.hpp"
#include "fsin/stats/warmup.hpp"

namespace fsin::run {
namespace {

constexpr Cycle most_windows = 16;

/// Cycles to leave out, where the pilot was long enough and came to rest.
std::optional<Cycle> settled_after(const stats::RunRecord& pilot) {
  const auto needed = stats::needed_to_rest(pilot);
  if (!needed || static_cast<double>(pilot.totals.measured_cycles) < *needed) return std::nullopt;
  const auto by_mser = stats::settled_from(pilot.totals.series, pilot.totals.cycles);
  if (!by_mser) return std::nullopt;
  return std::max(*by_mser, static_cast<Cycle>(std::ceil(*stats::needed_warmup(pilot))));
}

/// How many windows long the next pilot is: twice as many, or as many as the last one has shown to be needed.
Cycle next_windows(const stats::RunRecord& pilot, Cycle windows, Cycle window) {
  const double needed = 1.25 * stats::needed_to_rest(pilot).value_or(0) / static_cast<double>(window);
  const auto most = static_cast<double>(most_windows);
  return std::max(2 * windows, static_cast<Cycle>(std::ceil(std::min(needed, most))));
}

}  // namespace

Warmup find_warmup(Cycle window, const PilotRun& run) {
  Warmup warmup;
  for (Cycle windows = 1; windows <= most_windows;) {
    const Cycle length = window * windows;
    const stats::RunRecord pilot = run(length).record;
    warmup.interrupted = pilot.totals.outcome == stats::Outcome::interrupted;
    warmup.cycles = length / 2;
    // A network that stands still will not settle, however long one waits, nor will queues without end.
    const stats::Outcome outcome = pilot.totals.outcome;
    if (outcome != stats::Outcome::finished && outcome != stats::Outcome::saturated) return warmup;
    if (outcome == stats::Outcome::saturated && !pilot.sources->stall) return warmup;
    if (const auto cycles = settled_after(pilot)) return {.cycles = *cycles, .settled = true};
    if (windows == most_windows) break;
    windows = std::min(most_windows, next_windows(pilot, windows, window));
  }
  return warmup;
}

}  // namespace fsin::run

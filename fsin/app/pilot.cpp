// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/pilot.hpp"

#include "fsin/stats/warmup.hpp"

namespace fsin::app {
namespace {
constexpr Cycle most_windows = 16;
}

Warmup find_warmup(Cycle window, const PilotRun& run) {
  Warmup warmup;
  for (Cycle windows = 1; windows <= most_windows; windows *= 2) {
    const Cycle length = window * windows;
    const stats::RunTotals totals = run(length).record.totals;
    warmup.interrupted = totals.outcome == stats::Outcome::interrupted;
    warmup.cycles = length / 2;
    // A network that stands still will not settle, however long one waits.
    if (warmup.interrupted || totals.cycles < length) return warmup;
    if (const auto settled = stats::settled_from(totals.series, totals.cycles)) {
      return {.cycles = *settled, .settled = true};
    }
  }
  return warmup;
}

}  // namespace fsin::app

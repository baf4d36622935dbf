// SPDX-License-Identifier: Apache-2.0
// measure.warmup: auto. A pilot run from the empty network, as long as the window, shows by MSER (stats/warmup.hpp)
// when loads and latencies had settled. If they had not, the pilot is made twice as long, up to 16 windows; then half
// of it is the warm-up, and the result says that nothing settled. The measured run repeats the pilot's packets, for it
// has its seed, and leaves its warm-up out.
#pragma once

#include <functional>

#include "fsin/report/run_result.hpp"

namespace fsin::app {

struct Warmup {
  Cycle cycles = 0;
  bool settled = false;
  bool interrupted = false;  ///< by a signal: the rest means nothing
};

/// Simulates so many cycles from the empty network.
using PilotRun = std::function<report::RunResult(Cycle cycles)>;

Warmup find_warmup(Cycle window, const PilotRun& run);

}  // namespace fsin::app

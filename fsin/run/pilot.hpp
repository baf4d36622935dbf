// SPDX-License-Identifier: Apache-2.0
// measure.warmup: auto. A pilot run from the empty network, as long as the window, shows by MSER (stats/warmup.hpp)
// when loads and latencies had settled, and by what its packets waited (stats/settling.hpp) whether it was long enough
// to show that at all. If not, the pilot is repeated, at least twice as long, up to 16 windows; then half of it is the
// warm-up, and the result says that nothing settled, as it does at once when queues grow without end. The measured run
// repeats the pilot's packets, for it has its seed, and leaves its warm-up out.
#pragma once

#include <functional>

#include "fsin/result/run_result.hpp"

namespace fsin::run {

struct Warmup {
  Cycle cycles = 0;
  bool settled = false;
  bool interrupted = false;  ///< by a signal: the rest means nothing
};

/// Simulates so many cycles from the empty network.
using PilotRun = std::function<result::RunResult(Cycle cycles)>;

Warmup find_warmup(Cycle window, const PilotRun& run);

}  // namespace fsin::run

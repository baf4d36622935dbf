// SPDX-License-Identifier: Apache-2.0
// One run: a configuration, a seed, a result. What `fsin run` does for each seed and `fsin sweep` for each point and
// seed.
#pragma once

#include <cstdint>
#include <functional>

#include "fsin/engine/engine.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/run/interrupt.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/run/run_options.hpp"

namespace fsin::run {

/// The setting that runs of one configuration share.
struct RunSetting {
  const Prepared& prepared;
  const CheckedTopology& topology;  ///< its network
  const RunOptions& options;
};

/// Called now and then: current cycle, fraction done (negative: unknown), packets in the network.
using RunReport = std::function<void(Cycle now, double fraction, std::uint64_t packets)>;

/// Ends as `interrupted` soon after the watch has seen a signal. Throws record::TraceError when the trace cannot be
/// read again. For several threads at once.
result::RunResult run_once(const RunSetting& setting, std::uint64_t seed, const InterruptWatch& interrupt,
                           const RunReport& report);

struct Window {
  Cycle warmup = 0;
  Cycle cycles = never;
};

/// One simulation of the several that make a run: judged, and with what it took of the host.
using Simulate = std::function<result::RunResult(const sources::Source& source, const Window& window)>;

/// The simulations that an experiment asks for, one after the other: pilots for its warm-up, the loads that a search
/// tries, and what is measured. With what all of them took of the host.
result::RunResult run_by(const Prepared& prepared, const sources::Source& source, const Simulate& simulate);

/// Adds to the totals what an engine cannot know of them, and the outcome of a load that was too much.
void judge_run(const RunSetting& setting, const sources::Source& source, const Window& window,
               stats::RunRecord& record);

}  // namespace fsin::run

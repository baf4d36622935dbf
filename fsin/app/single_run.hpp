// SPDX-License-Identifier: Apache-2.0
// One run: a configuration, a seed, a result. What `fsin run` does for each seed and `fsin sweep` for each point and
// seed.
#pragma once

#include <cstdint>
#include <functional>

#include "fsin/app/experiment.hpp"
#include "fsin/app/interrupt.hpp"
#include "fsin/app/replications.hpp"
#include "fsin/app/workload_factory.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/report/run_result.hpp"

namespace fsin::app {

/// What runs of one configuration share.
struct RunSetting {
  const Experiment& experiment;
  const engine::Design& design;
  const topology::Topology& topology;
  const WorkloadFactory& workloads;
  const RunOptions& options;
};

/// Called now and then: current cycle, fraction done (negative: unknown), packets in the network.
using RunReport = std::function<void(Cycle now, double fraction, std::uint64_t packets)>;

/// Ends as `interrupted` soon after the watch has seen a signal. Throws record::TraceError when the trace cannot be
/// read again. For several threads at once.
report::RunResult run_once(const RunSetting& setting, std::uint64_t seed, const InterruptWatch& interrupt,
                           const RunReport& report);

}  // namespace fsin::app

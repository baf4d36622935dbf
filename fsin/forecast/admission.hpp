// SPDX-License-Identifier: Apache-2.0
// The door through which every experiment goes before it is simulated, whichever command does so: single runs and
// replications, each point of a sweep, models side by side, estimates of time. Behind it there is memory for the runs,
// the network is built and has passed its checks, no pair of nodes is cut off, and no deadlock is possible as far as a
// second tells.
//
// Not here: what fsin check finds out beyond that (checked.hpp), and what one command alone asks of its options.
#pragma once

#include <memory>

#include "fsin/core/diagnostic.hpp"
#include "fsin/engine/processes.hpp"
#include "fsin/forecast/memory_estimate.hpp"
#include "fsin/run/prepared.hpp"

namespace fsin::forecast {

struct Admission {
  RunShape shape;                          ///< the runs whose memory must fit
  bool allow_deadlock = false;             ///< a network that can deadlock is admitted
  engine::Processes* processes = nullptr;  ///< of one run, if several: they agree
};

/// Checks memory first, then builds the network (Prepared::topology) and checks it. False after an error, which is in
/// `diagnostics` with all that was found before; a load above what the network is known to carry is a warning.
bool admit(run::Prepared& prepared, const Admission& admission, Diagnostics& diagnostics);

/// Adds an error where the runs do not fit into memory, and where a file cannot be read again. Where the estimate
/// follows links (follows_links()), the network is built for it and left to the run. Of admit() and of fsin check.
MemoryEstimate checked_memory(run::Prepared& prepared, const RunShape& shape, Diagnostics& diagnostics);

/// The part of admit() that is of any traffic on the network: builds it, and refuses pairs of nodes that are cut off.
/// Null after an error.
std::shared_ptr<const run::CheckedTopology> admitted_network(const experiment::LoadedExperiment& loaded,
                                                             const engine::Design& design, Diagnostics& diagnostics);

}  // namespace fsin::forecast

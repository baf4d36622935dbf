// SPDX-License-Identifier: Apache-2.0
// The runs of an experiment: one for each seed, several side by side when asked for. Topology and trace are built once
// and shared; every run has a workload and an engine state of its own.
#pragma once

#include <atomic>
#include <functional>

#include "fsin/result/run_result.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/run/run_options.hpp"

namespace fsin::run {

/// Takes a run that has come to its end. Called in order of seed, from one thread at a time.
using TakeRun = std::function<void(const result::RunResult& run)>;

/// All runs of an experiment whose network is built, given to `take` as they end and then forgotten: a run that ends
/// early waits for those before it, and no more than two a thread wait. After SIGINT or SIGTERM the runs under way end
/// as `interrupted` and the rest is left out. Throws what a run or `take` throws. `stop` takes the
/// place of the signals for a caller who handles them, and may be null.
void run_replications(const Prepared& prepared, const RunOptions& options, const TakeRun& take,
                      const std::atomic<bool>* stop = nullptr);

}  // namespace fsin::run

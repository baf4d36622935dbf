// SPDX-License-Identifier: Apache-2.0
// The runs of an experiment: one for each seed, several side by side when asked for. Topology and trace are built once
// and shared; every run has a workload and an engine state of its own.
#pragma once

#include <functional>

#include "fsin/app/checkpoint_directory.hpp"
#include "fsin/app/experiment.hpp"
#include "fsin/app/workload_factory.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/report/run_result.hpp"

namespace fsin::app {

struct RunOptions {
  engine::EngineKind engine = engine::EngineKind::event;
  bool original_rng = false;                        ///< reference engine only
  bool check = false;                               ///< verify invariants
  bool quiet = false;                               ///< no progress
  bool detail = false;                              ///< phits by link, traffic matrix, what ranks did over time
  unsigned parallel = 1;                            ///< runs side by side
  unsigned threads = 1;                             ///< of each run; event engine only
  engine::Processes* processes = nullptr;           ///< this process is one of several
  const CheckpointDirectory* checkpoint = nullptr;  ///< where states are kept and found
  workload::Timeline* timeline = nullptr;           ///< told what ranks do and when messages travel; one run only
};

/// Takes a run that has come to its end. Called in order of seed, from one thread at a time.
using TakeRun = std::function<void(const report::RunResult& run)>;

/// All runs, given to `take` as they end and then forgotten: a run that ends early waits for those before it, and no
/// more than two a thread wait. After SIGINT or SIGTERM the runs under way end as `interrupted` and the rest is left
/// out. Throws what a run or `take` throws.
void run_replications(const Experiment& experiment, const topology::Topology& topology,
                      const WorkloadFactory& workloads, const RunOptions& options, const TakeRun& take);

}  // namespace fsin::app

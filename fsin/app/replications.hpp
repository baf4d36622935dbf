// SPDX-License-Identifier: Apache-2.0
// The runs of an experiment: one for each seed, several side by side when asked for. Topology and trace are built once
// and shared; every run has a workload and an engine state of its own.
#pragma once

#include <optional>
#include <string>
#include <vector>

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

/// All runs in order of seed. After SIGINT or SIGTERM the runs under way end as `interrupted` and the rest is left out.
std::vector<report::RunResult> run_replications(const Experiment& experiment, const topology::Topology& topology,
                                                const WorkloadFactory& workloads, const RunOptions& options);

}  // namespace fsin::app

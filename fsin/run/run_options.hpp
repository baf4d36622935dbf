// SPDX-License-Identifier: Apache-2.0
// How the runs of an experiment are made: nothing of it is part of the experiment, and only original_rng changes a
// result.
#pragma once

#include "fsin/engine/engine.hpp"
#include "fsin/engine/processes.hpp"
#include "fsin/run/checkpoint_directory.hpp"
#include "fsin/run/message_file.hpp"
#include "fsin/run/packet_log.hpp"
#include "fsin/run/progress_sink.hpp"
#include "fsin/workload/timeline.hpp"

namespace fsin::run {

struct RunOptions {
  engine::EngineKind engine = engine::EngineKind::event;
  bool original_rng = false;                        ///< reference engine only
  bool check = false;                               ///< verify invariants
  bool quiet = false;                               ///< nothing is said of checkpoints that are continued
  ProgressSink* progress = nullptr;                 ///< null: nobody is told
  bool detail = false;                              ///< phits by link, traffic matrix, what ranks did over time
  bool profile = false;                             ///< cycles by MPI call, traffic between ranks; part of detail
  bool critical_path = false;                       ///< and the critical path; each run is simulated twice
  bool messages = false;                            ///< the messages of the run, with their times
  unsigned parallel = 1;                            ///< runs side by side
  unsigned threads = 1;                             ///< of each run; event engine only
  engine::Processes* processes = nullptr;           ///< this process is one of several
  const CheckpointDirectory* checkpoint = nullptr;  ///< where states are kept and found
  PacketLogFile* packet_log = nullptr;              ///< told every packet; one run in one thread only
  MessageFile* message_file = nullptr;              ///< told every message; one run only
  workload::Timeline* timeline = nullptr;           ///< told what ranks do and when messages travel; one run only
};

}  // namespace fsin::run

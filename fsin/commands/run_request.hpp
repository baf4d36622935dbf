// SPDX-License-Identifier: Apache-2.0
// What a command line of `fsin run` asks for.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "fsin/commands/allow_deadlock_option.hpp"
#include "fsin/commands/checkpoint_option.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/message_log_option.hpp"
#include "fsin/commands/packet_log_option.hpp"
#include "fsin/commands/profile_option.hpp"
#include "fsin/commands/threads_option.hpp"
#include "fsin/commands/timeline_option.hpp"
#include "fsin/run/run_options.hpp"

namespace fsin::commands {

inline constexpr std::array run_options{
    cli::Option{"seed", "N", "seed of the first run (key measure.seed)"},
    cli::Option{"seeds", "N", "number of runs, each with the next seed (key measure.seeds)"},
    cli::Option{"jobs,j", "N", "number of runs at a time, each in a thread of its own (default 1)"},
    cli::Option{"json", "FILE", "write the result as JSON; - (or /dev/stdout) prints it instead of the text"},
    cli::Option{"out", "DIR",
                "write tables, JSON lines and the resolved configuration into DIR, which fsin report reads"},
    cli::Option{"timeline", "FILE",
                "write what each rank did and when each message travelled: .json for Perfetto, .paje for ViTE"},
    cli::Option{"timeline-cycles", "A-B", "with --timeline: only these cycles of the run"},
    cli::Option{"timeline-ranks", "A-B", "with --timeline: only these ranks and the messages between them"},
    cli::Option{"timeline-shortest", "N",
                "with --timeline: join spans of fewer than N cycles to the span before; 1 shows all, however large "
                "(default: about 10 MB)"},
    cli::Option{"timeline-every", "N", "with --timeline: only one message in N"},
    profile_option,
    critical_path_option,
    packet_log_option,
    message_log_option,
    cli::Option{"engine", "NAME", "event (default) or reference"},
    cli::Option{
        "rng", "NAME",
        "philox (default) or original: C rand() in the call order of the original simulator, reference engine only"},
    cli::Option{
        "threads", "N",
        "maximum number of threads of one run (default 1); the result is the same, and small networks use fewer"},
    force_threads_option,
    cli::Option{"checkpoint", "DIR",
                "save the state in DIR regularly; after a kill, the same command continues from there"},
    cli::Option{"checkpoint-every", "S", "seconds between two checkpoints (default 600)"},
    allow_deadlock_option,
    cli::Option{"check", "", "verify the simulator's invariants during the run; slower"},
    cli::Option{"quiet,q", "", "no progress on stderr"}};

struct RunRequest {
  ExperimentWords words;
  run::RunOptions options;
  std::string rng;
  std::optional<std::string> json;
  std::optional<std::string> out;
  std::optional<TimelineRequest> timeline;
  std::optional<std::string> packet_log;
  std::optional<std::string> message_log;
  std::optional<CheckpointRequest> checkpoint;
  bool force_threads = false;
};

/// `words` in place of the positional arguments, unless they are null. Empty after a mistake in the command line.
std::optional<RunRequest> read_run_request(const cli::Arguments& arguments, const ExperimentWords* words,
                                           Diagnostics& diagnostics);

}  // namespace fsin::commands

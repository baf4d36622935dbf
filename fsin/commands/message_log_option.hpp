// SPDX-License-Identifier: Apache-2.0
// --message-log of fsin run: every message of the run in a file (fsin/run/message_file.hpp).
#pragma once

#include "fsin/cli/command.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/sources/source.hpp"

namespace fsin::commands {

inline constexpr cli::Option message_log_option{
    "message-log", "FILE",
    "write start, time and slowdown of every message as comma-separated values, and report their percentiles by size; "
    "a name in .gz, .zst or .bz2 compresses"};

/// Adds an error for everything that keeps a log from being one run, of messages.
void check_message_log(const experiment::Experiment& experiment, bool checkpoint, Diagnostics& diagnostics);
/// The same of what is known once the workload is open.
void check_messages_of(const sources::Source& source, Diagnostics& diagnostics);

}  // namespace fsin::commands

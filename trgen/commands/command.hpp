// SPDX-License-Identifier: Apache-2.0
// The subcommands of trgen, each in a file of its own. To add one, declare it here and add it to the list in trgen.cpp.
// The classes of the command line are shared with fsin (fsin/cli).
#pragma once

#include <string>
#include <vector>

#include "fsin/cli/command.hpp"
#include "fsin/cli/exit_code.hpp"

namespace trgen::commands {

using fsin::Diagnostics;
using fsin::cli::Arguments;
using fsin::cli::Command;
using fsin::cli::Option;
using fsin::cli::UsageError;
using enum fsin::cli::ExitCode;

extern const Command capture_command;
extern const Command info_command;
extern const Command check_command;
extern const Command stats_command;
extern const Command convert_command;
extern const Command slice_command;
extern const Command generate_command;
extern const Command compress_command;
extern const Command compare_command;
extern const Command extrapolate_command;
extern const Command topology_command;

/// Runs `trgen words...` and returns its exit code, as main() does.
int run_trgen(const std::vector<std::string>& words);

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
// The subcommands of fsin, each in a file of its own: one line here, and one in the list of program.cpp.
#pragma once

#include "fsin/cli/command.hpp"
#include "fsin/cli/exit_code.hpp"
#include "fsin/engine/processes.hpp"

namespace fsin::commands {

extern const cli::Command run_command;
extern const cli::Command check_command;
extern const cli::Command list_command;
extern const cli::Command help_command;
extern const cli::Command topology_command;
extern const cli::Command platform_command;
extern const cli::Command import_command;
extern const cli::Command compare_command;
extern const cli::Command compare_models_command;
extern const cli::Command compare_traces_command;
extern const cli::Command sweep_command;
extern const cli::Command merge_command;
extern const cli::Command report_command;
extern const cli::Command calibrate_command;
extern const cli::Command live_command;

struct ExperimentWords;

/// fsin run, as one of several processes unless `processes` is null, and with these words in place of the positional
/// arguments unless they are null.
int run_experiment(const cli::Arguments& arguments, engine::Processes* processes,
                   const ExperimentWords* words = nullptr);

}  // namespace fsin::commands

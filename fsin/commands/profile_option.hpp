// SPDX-License-Identifier: Apache-2.0
// --profile and --critical-path of fsin run: where the time of the ranks goes.
#pragma once

#include "fsin/cli/command.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/run/run_options.hpp"
#include "fsin/sources/source.hpp"

namespace fsin::commands {

inline constexpr cli::Option profile_option{
    "profile", "", "say where the time of the ranks goes, by MPI call; with --json and --out also from rank to rank"};
inline constexpr cli::Option critical_path_option{
    "critical-path", "",
    "as --profile, and the chain of bursts, sends and messages that takes as long as the run; simulates it twice"};

void read_profile_options(const cli::Arguments& arguments, run::RunOptions& how);

/// Adds an error for a workload without ranks, and for a run whose beginning is not seen.
void check_profile(const experiment::Experiment& experiment, const run::RunOptions& how, bool checkpoint,
                   Diagnostics& diagnostics);

/// What only an opened workload tells.
void check_path(const sources::Source& source, const run::RunOptions& how, Diagnostics& diagnostics);

}  // namespace fsin::commands

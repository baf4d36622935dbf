// SPDX-License-Identifier: Apache-2.0
// What a run in several processes (fsin-mpi) cannot do.
#pragma once

#include "fsin/core/diagnostic.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/run/run_options.hpp"

namespace fsin::commands {

/// `files`: a timeline, a log of packets or a folder is to be written.
void check_processes(const run::RunOptions& how, bool files, const experiment::Experiment& experiment,
                     Diagnostics& diagnostics);

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
// `fsin run --checkpoint DIR --checkpoint-every S`: what was asked for, and what it cannot be asked with.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fsin/cli/options.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/result/experiment_result.hpp"
#include "fsin/run/checkpoint_directory.hpp"
#include "fsin/run/replications.hpp"

namespace fsin::commands {

struct CheckpointRequest {
  std::string path;
  double every_s = 600;
};

std::optional<CheckpointRequest> checkpoint_request(const cli::Arguments& arguments, Diagnostics& diagnostics);

/// Only runs of the event engine, over routers, without a timeline, have a state that is kept.
void check_checkpoint(const experiment::Experiment& experiment, const run::RunOptions& options, bool timeline,
                      Diagnostics& diagnostics);

/// `described`: the configuration, the files that were read, the program and the engine. Empty after an error.
std::unique_ptr<run::CheckpointDirectory> open_checkpoint(const CheckpointRequest& request,
                                                          const run::RunOptions& options,
                                                          const result::ExperimentResult& described,
                                                          Diagnostics& diagnostics);

/// The results are written: when nothing is left to be continued the folder goes.
void close_checkpoint(const run::CheckpointDirectory& directory, const result::ExperimentResult& result);

}  // namespace fsin::commands

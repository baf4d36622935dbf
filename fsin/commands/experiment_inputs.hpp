// SPDX-License-Identifier: Apache-2.0
// The files that an experiment reads besides its own, none of which may be overwritten.
#pragma once

#include "fsin/commands/output_check.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::commands {

void add_inputs(const experiment::Experiment& experiment, OutputCheck& check);

}  // namespace fsin::commands

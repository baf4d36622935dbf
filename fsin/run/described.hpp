// SPDX-License-Identifier: Apache-2.0
// The result of `fsin run` before its first run: the experiment, in words and as it was resolved.
#pragma once

#include "fsin/experiment/experiment.hpp"
#include "fsin/result/experiment_result.hpp"

namespace fsin::run {

/// Whether all runs have the first seed, so that they differ by what is measured in them alone: of a live program.
bool have_one_seed(const experiment::Experiment& experiment);

result::ExperimentResult described(const experiment::Experiment& experiment, result::RunOrigin origin);

}  // namespace fsin::run

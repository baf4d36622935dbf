// SPDX-License-Identifier: Apache-2.0
// The result of `fsin run` before its first run: the experiment, in words and as it was resolved.
#pragma once

#include "fsin/experiment/experiment.hpp"
#include "fsin/result/experiment_result.hpp"

namespace fsin::run {

result::ExperimentResult described(const experiment::Experiment& experiment, result::RunOrigin origin);

}  // namespace fsin::run

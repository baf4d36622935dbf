// SPDX-License-Identifier: Apache-2.0
// What is known of the result of `fsin run` before its first run: the experiment, in words and as it was resolved.
#pragma once

#include "fsin/result/experiment_result.hpp"
#include "fsin/study/experiments/experiment.hpp"

namespace fsin::study {

result::ExperimentResult described(const Experiment& experiment, result::RunOrigin origin);

}  // namespace fsin::study

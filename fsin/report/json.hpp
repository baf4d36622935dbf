// SPDX-License-Identifier: Apache-2.0
// A result as JSON. Figures have the names of stats::metrics(), dots nest; a figure that means nothing for a run is
// null, so every object has the same keys.
#pragma once

#include <nlohmann/json.hpp>

#include "fsin/report/run_result.hpp"

namespace fsin::report {

/// The object of one run.
nlohmann::ordered_json run_json(const ExperimentResult& experiment, const RunResult& run);

/// One run gives its own object; several give {name, outcome, runs: [...], summary: {...}, ...}, where the summary has
/// {mean, stddev, half_width, n} for every figure. half_width is null for fewer than two runs.
nlohmann::ordered_json experiment_json(const ExperimentResult& experiment);

}  // namespace fsin::report

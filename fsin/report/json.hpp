// SPDX-License-Identifier: Apache-2.0
// A result as JSON. Figures have the names of stats::metrics(), dots nest; a figure that means nothing for a run is
// null, so every object has the same keys.
#pragma once

#include <nlohmann/json.hpp>

#include "fsin/report/experiment_result.hpp"

namespace fsin::report {

/// The object of one run of `experiment`: name, seed and configuration, and all that result_json() gives.
nlohmann::ordered_json run_json(const ExperimentResult& experiment, const RunResult& run);

/// What came out of one run, and what made it. Of which experiment and seed it is, others know.
nlohmann::ordered_json result_json(const RunOrigin& origin, const RunResult& run);

/// All runs together, in the shape of one: the same keys whatever their number. Figures are means over the runs (of one
/// run its own), the outcome is the worst, times and hops are added up, the fingerprint is the sum of the runs'
/// fingerprints, and what cannot be put together (probes, the part of a trace) is the first run's. `summary` has {mean,
/// stddev, half_width, n} for every figure; half_width is null for fewer than two runs. Beside these stand confidence,
/// runs_wanted and outcomes. The objects of the runs themselves are added by JsonResult.
nlohmann::ordered_json experiment_json(const ExperimentResult& experiment);

}  // namespace fsin::report

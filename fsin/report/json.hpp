// SPDX-License-Identifier: Apache-2.0
// A result of `fsin run` as JSON, for other programs. What a run has in it is written by fsin/result/kept_json.hpp.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fsin/result/experiment_result.hpp"

namespace fsin::report {

/// The object of one run of `experiment`: its result, with name, seed and configuration.
nlohmann::ordered_json run_json(const result::ExperimentResult& experiment, const result::RunResult& run);

/// All runs together, in the shape of one: the same keys whatever their number. Figures are means over the runs (of one
/// run its own), the outcome is the worst, times and hops are added up, the fingerprint is the sum of the runs'
/// fingerprints, and what cannot be put together (probes, the part of a trace) is the first run's. `summary` has {mean,
/// stddev, half_width, n} for every figure; half_width is null for fewer than two runs. Beside these stand confidence,
/// runs_wanted and outcomes. The objects of the runs themselves are added by JsonResult.
nlohmann::ordered_json experiment_json(const result::ExperimentResult& experiment);

}  // namespace fsin::report

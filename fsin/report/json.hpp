// SPDX-License-Identifier: Apache-2.0
// A result of `fsin run` as JSON, for other programs. What a run has in it is written by fsin/result/kept_json.hpp.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>

#include "fsin/result/experiment_result.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::report {

/// The object of one run of `experiment`: its result, with name, seed and configuration.
nlohmann::ordered_json run_json(const result::ExperimentResult& experiment, const result::RunResult& run);

/// All runs together, in the shape of one: the same keys whatever their number. Figures are means over the runs (of one
/// run its own), the outcome is the worst, times and hops are added up, the fingerprint is the sum of the runs'
/// fingerprints, and what cannot be put together (probes, the part of a trace) is the first run's. `summary` has {mean,
/// stddev, half_width, n} for every figure; half_width is null for fewer than two runs. Beside these stand confidence,
/// runs_wanted and outcomes. The objects of the runs themselves are added by JsonResult.
nlohmann::ordered_json experiment_json(const result::ExperimentResult& experiment);

/// The same of runs that were kept, with the objects of the runs as its last member: `runs`, not empty, are those of a
/// point of `plan`, in order of seed.
nlohmann::ordered_json point_json(const sweep::Plan& plan, std::size_t point, std::span<const sweep::Run> runs,
                                  std::span<const Input> inputs);

}  // namespace fsin::report

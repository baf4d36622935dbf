// SPDX-License-Identifier: Apache-2.0
// The result of a run as sweeps and the folders of `fsin run --out` keep it: enough for every table and figure.
#pragma once

#include <nlohmann/json.hpp>

#include "fsin/report/experiment_result.hpp"

namespace fsin::study {

/// The figures of `fsin run --json` without the configuration, and the latency histogram. `with_detail`, for the first
/// seed: also what the run has kept link by link, and what series.csv, ranks.csv, gantt.csv and traffic.csv are made
/// of.
/// `experiment`: what is known of all its runs.
nlohmann::ordered_json kept_result(const report::RunOrigin& origin, const report::RunResult& result, bool with_detail);

}  // namespace fsin::study

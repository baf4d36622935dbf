// SPDX-License-Identifier: Apache-2.0
// The report data: everything that the page draws, as one JSON object. All computing is done here (estimates, ratios,
// coordinates, merging of what no screen can show); the page only draws.
#pragma once

#include <string>

#include "fsin/report/page/json.hpp"
#include "fsin/report/page/limits.hpp"
#include "fsin/sweep/results_folder.hpp"

namespace fsin::report::page {

/// The report data of a folder. `title`: empty for the name of the sweep; `program`: who makes the report, e.g. "fsin
/// 0.1.0". Throws sweep::SweepError for a damaged folder.
Json report_json(const sweep::Results& results, const std::string& title, const std::string& program,
                 const Limits& limits = {});

}  // namespace fsin::report::page

// SPDX-License-Identifier: Apache-2.0
// A sweep as the table that a terminal shows, and what its replays left out in words.
#pragma once

#include <string>
#include <vector>

#include "fsin/sweep/summary.hpp"

namespace fsin::report {

/// What was left out, once for all points of which the same was: "cg.ti: the replay left out 64 calls ...".
std::vector<std::string> left_out_lines(const sweep::Plan& plan, const std::vector<sweep::PointSummary>& summaries);

/// Points with the named figures, or with those that matter: one line each. Below the table what was left out of the
/// traces.
std::string summary_text(const sweep::Plan& plan, const std::vector<sweep::PointSummary>& summaries,
                         std::vector<std::string> figures = {});

}  // namespace fsin::report

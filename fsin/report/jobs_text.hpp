// SPDX-License-Identifier: Apache-2.0
// Jobs that share a network, in a few lines of text.
#pragma once

#include <vector>

#include "fsin/report/profile_text.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {

/// Two lines for each job, and one for the background.
std::vector<LabelledLine> jobs_lines(const stats::RunRecord& run);

}  // namespace fsin::report

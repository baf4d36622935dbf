// SPDX-License-Identifier: Apache-2.0
// What ranks sent, received and waited for, in a few lines of text.
#pragma once

#include "fsin/report/labelled_lines.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {

/// Messages, those that nobody took, receives from any source, and the mean times of ranks.
void add_ranks(Lines& out, const stats::RunRecord& run);

}  // namespace fsin::report

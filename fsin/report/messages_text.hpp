// SPDX-License-Identifier: Apache-2.0
// Times and slowdowns of messages by size, as a table of a few lines.
#pragma once

#include <vector>

#include "fsin/report/profile_text.hpp"
#include "fsin/stats/message_times.hpp"

namespace fsin::report {

/// A head, a line for each range of sizes and one for all, and what the table leaves out.
std::vector<LabelledLine> message_lines(const stats::MessageTimes& times, double seconds_per_cycle);

}  // namespace fsin::report

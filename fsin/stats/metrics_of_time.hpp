// SPDX-License-Identifier: Apache-2.0
// The figures of a run that tie its cycles to the time of the simulated machine. Part of the table of metrics.hpp.
#pragma once

#include <vector>

#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

/// Adds the length of a cycle, and the delays in cycles to which times and lengths were rounded.
void add_clock(std::vector<Metric>& table);

/// Adds the latencies in seconds, which can be compared between points of different bandwidth or size of a phit.
void add_latency_in_seconds(std::vector<Metric>& table);

}  // namespace fsin::stats

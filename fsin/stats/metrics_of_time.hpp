// SPDX-License-Identifier: Apache-2.0
// The figures of a run that tie its cycles to the time of the simulated machine. Part of the table of metrics.hpp.
#pragma once

#include <vector>

#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

/// How long a cycle is, and what delays that were written as times or lengths came to.
void add_clock(std::vector<Metric>& table);

/// Beside the latencies in cycles: these compare where points differ in bandwidth or in the size of a phit.
void add_latency_in_seconds(std::vector<Metric>& table);

}  // namespace fsin::stats

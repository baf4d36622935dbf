// SPDX-License-Identifier: Apache-2.0
// Figures of jobs that share a network, for the table of all figures (metrics.hpp).
#pragma once

#include <vector>

#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

void add_job_metrics(std::vector<Metric>& table);

}  // namespace fsin::stats

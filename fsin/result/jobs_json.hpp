// SPDX-License-Identifier: Apache-2.0
// Jobs that share a network, as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "fsin/stats/job_figures.hpp"

namespace fsin::result {

nlohmann::ordered_json jobs_json(const std::vector<stats::JobFigures>& jobs, double seconds_per_cycle);
std::vector<stats::JobFigures> read_jobs(const nlohmann::ordered_json& json);

}  // namespace fsin::result

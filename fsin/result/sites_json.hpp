// SPDX-License-Identifier: Apache-2.0
// Places of a live program in files of results.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "fsin/stats/job_figures.hpp"

namespace fsin::result {

nlohmann::ordered_json sites_json(const std::vector<workload::ProgramSite>& sites);
/// Throws as the library for JSON does where a member is missing, or names no kind of site.
std::vector<workload::ProgramSite> read_sites(const nlohmann::ordered_json& json);

}  // namespace fsin::result

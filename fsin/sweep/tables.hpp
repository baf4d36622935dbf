// SPDX-License-Identifier: Apache-2.0
// The CSV files of a sweep. Text fields are quoted where CSV (RFC 4180) needs it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fsin/sweep/summary.hpp"

namespace fsin::sweep {

void write_runs_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs);
void write_points_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<PointSummary>& summaries);
void write_links_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs);
void write_latency_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs);

/// Meaning and unit of every column of every file.
std::string columns_yaml(const Plan& plan);

}  // namespace fsin::sweep

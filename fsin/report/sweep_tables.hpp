// SPDX-License-Identifier: Apache-2.0
// The CSV files of a sweep. Text fields are quoted where CSV (RFC 4180) needs it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fsin/sweep/summary.hpp"

namespace fsin::report {

void write_runs_csv(const std::filesystem::path& path, const sweep::Plan& plan, const std::vector<sweep::Run>& runs);
void write_points_csv(const std::filesystem::path& path, const sweep::Plan& plan,
                      const std::vector<sweep::PointSummary>& summaries);
void write_links_csv(const std::filesystem::path& path, const sweep::Plan& plan, const std::vector<sweep::Run>& runs);
void write_latency_csv(const std::filesystem::path& path, const sweep::Plan& plan, const std::vector<sweep::Run>& runs);

/// Meaning and unit of every column of every file.
std::string columns_yaml(const sweep::Plan& plan);

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
// What a sweep keeps of the first run of each point beyond its figures: load over time, what each rank did, who sent to
// whom. As JSON in journal and cache, as tables in the folder.
//
//   series.csv    injected and delivered phits, latency and packets in the network, over time
//   ranks.csv     cycles that each rank of a trace computed, waited and sent
//   gantt.csv     what each rank did when, at the resolution of a picture
//   traffic.csv   packets by source and destination
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fsin/report/run_result.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::sweep {

nlohmann::ordered_json detail_json(const report::RunResult& result);

/// Their part of columns.yaml; `axes` describes the columns that every table begins with.
std::string detail_columns(const std::string& axes);

void write_detail(const std::filesystem::path& folder, const Plan& plan, const std::vector<Run>& runs);

}  // namespace fsin::sweep

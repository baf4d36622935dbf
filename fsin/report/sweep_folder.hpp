// SPDX-License-Identifier: Apache-2.0
// The folder of a sweep: its results as tables, beside the sweep.json that fsin/sweep/results.hpp writes and reads.
//
//   sweep.json     what was asked: axes, points with their resolved configurations, seeds; who ran it; complete or not
//   results.jsonl  the runs with all they hold, which fsin report reads
//   runs.jsonl     one object a run: point, its place on each axis, seed, every figure, latency histogram
//   runs.csv       the same figures, one row a run (tidy: one column a figure)
//   points.csv     one row a point and figure: mean, standard deviation, half width of the interval, number of runs
//   links.csv      phits and utilisation of every link, for the first seed of each point
//   latency.csv    latency histogram of each point, all its runs together
//   series.csv, ranks.csv, gantt.csv, traffic.csv: see detail_tables.hpp
//   phases.csv, rank_traffic.csv, path.csv: see profile_tables.hpp
//   columns.yaml   meaning and unit of every column
//
// Rows are in order of point and seed, whatever the order in which the runs ended.
#pragma once

#include <filesystem>
#include <vector>

#include "fsin/report/detail_tables.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::report {

/// Writes everything above but the `tables` that are left out; each file appears whole. `complete`: no run is missing.
/// Throws OutputError.
void write_results(const std::filesystem::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs,
                   bool complete, const sweep::Provenance& provenance, const Tables& tables = {});

}  // namespace fsin::report

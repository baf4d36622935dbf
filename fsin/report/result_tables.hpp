// SPDX-License-Identifier: Apache-2.0
// The tables of runs, for the folders of both `fsin run --out` and `fsin sweep`: what each column is called, means and
// holds. A folder writes them run by run (run_tables.hpp) or at the end (sweep_folder.hpp), and puts in front of their
// columns what tells one of its runs from another.
//
//   runs.csv      one row a run
//   points.csv    one row a point and figure; of a sweep
//   links.csv     one row a link
//   nodes.csv     one row a destination node; of a run
//   latency.csv   one row a bucket of a histogram
//
// The two folders differ in what they keep of a run, which Folder selects, and so in some columns, in the words that
// explain them, and in how runs.csv prints a whole real number: "3" in a run's, "3.0" as in runs.jsonl in a sweep's.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "fsin/report/table.hpp"
#include "fsin/result/kept_result.hpp"
#include "fsin/stats/confidence.hpp"

namespace fsin::report {

/// Whose tables.
using sweep::Folder;

struct RunRow {
  std::uint64_t seed = 0;
  const result::KeptResult& kept;
};

/// A figure of a point.
struct EstimateRow {
  std::string_view outcome;  ///< of the point
  const stats::NamedEstimate& figure;
};

struct LinkRow {
  result::KeptLink link;
  double cycles = 0;  ///< of the measured window
};

struct NodeRow {
  std::size_t node = 0;
  std::uint64_t phits = 0;
  double cycles = 0;  ///< of the measured window
};

struct LatencyRow {
  std::string_view measure;  ///< name of the histogram; of a sweep there is only one
  result::KeptBucket bucket;
  std::optional<double> cycle_seconds;  ///< length of a cycle; nothing where it is not known
};

Table<RunRow> runs_table(Folder folder);
Table<EstimateRow> points_table();
Table<LinkRow> links_table(Folder folder);
Table<NodeRow> nodes_table();
Table<LatencyRow> latency_table(Folder folder);

}  // namespace fsin::report

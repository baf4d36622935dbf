// SPDX-License-Identifier: Apache-2.0
// The files of `fsin run --out DIR`: one tidy table each (one observation a row, one variable a column), the runs as
// JSON lines, the resolved configuration, and columns.yaml with the meaning and unit of every column.
#pragma once

#include <filesystem>
#include <string>

#include "fsin/core/output_file.hpp"
#include "fsin/report/result_tables.hpp"
#include "fsin/result/experiment_result.hpp"

namespace fsin::report {

/// runs.jsonl, runs.csv, links.csv, nodes.csv, latency.csv, columns.yaml and config.yaml in `directory`, which exists.
/// The tables grow run by run, so that memory does not, and appear whole with commit() or not at all. Throws
/// OutputError. `more_columns`: what columns.yaml says of files that others write.
class RunTables {
 public:
  RunTables(const result::ExperimentResult& experiment, const std::filesystem::path& directory,
            const std::string& more_columns = {});
  /// The next run, in order of seed.
  void add(const result::ExperimentResult& experiment, const result::RunResult& run);
  void commit();

 private:
  template <class Row>
  struct Growing {
    Table<Row> table;
    OutputFile file;
  };

  void add_latency(const result::RunResult& run);

  Growing<RunRow> runs_;
  Growing<LinkRow> links_;
  Growing<NodeRow> nodes_;
  Growing<LatencyRow> latency_;
  OutputFile lines_;
};

}  // namespace fsin::report

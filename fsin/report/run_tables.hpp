// SPDX-License-Identifier: Apache-2.0
// The files of `--out DIR`: one tidy table each (one observation a row, one variable a column), the runs as JSON lines,
// the resolved configuration, and columns.yaml with the meaning and unit of every column.
#pragma once

#include <filesystem>
#include <string>

#include "fsin/core/output_file.hpp"
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
  OutputFile runs_, links_, nodes_, latency_, lines_;
};

}  // namespace fsin::report

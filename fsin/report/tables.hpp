// SPDX-License-Identifier: Apache-2.0
// The files of `--out DIR`: one tidy table each (one observation a row, one variable a column), the runs as JSON lines,
// the resolved configuration, and columns.yaml with the meaning and unit of every column.
#pragma once

#include <filesystem>
#include <string>

#include "fsin/report/run_result.hpp"

namespace fsin::report {

/// Writes runs.jsonl, runs.csv, links.csv, nodes.csv, latency.csv, columns.yaml and config.yaml into `directory`, which
/// exists. Each file appears whole or not at all. `more_columns`: what columns.yaml says of files that others write.
/// Throws OutputError.
void write_tables(const ExperimentResult& experiment, const std::filesystem::path& directory,
                  const std::string& more_columns = {});

}  // namespace fsin::report

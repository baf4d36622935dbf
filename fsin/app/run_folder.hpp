// SPDX-License-Identifier: Apache-2.0
// `fsin run --out DIR`: the tables of the run, and beside them what makes the folder one that `fsin report` and
// `fsin compare` read, as if it were a sweep of one point.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "fsin/app/experiment.hpp"
#include "fsin/report/run_result.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::app {

/// Who and what, as it is known before the runs.
struct RunFolder {
  std::filesystem::path path;
  std::string source;                         ///< the file of the experiment
  std::map<std::string, std::string> traces;  ///< file -> digest
  sweep::Provenance provenance;               ///< started, not yet finished
};

/// Makes the folder where it is missing. Throws report::OutputError when it cannot be written or holds a sweep.
void prepare_run_folder(const std::filesystem::path& folder);

/// Writes all of it. Throws report::OutputError.
void write_run_folder(const RunFolder& folder, const Experiment& experiment, const report::ExperimentResult& result);

}  // namespace fsin::app

// SPDX-License-Identifier: Apache-2.0
// `fsin run --out DIR`: the tables of the run, and beside them what makes the folder one that `fsin report` and
// `fsin compare` read, as if it were a sweep of one point. It grows run by run, so that memory does not.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "fsin/core/folder_lock.hpp"
#include "fsin/report/run_tables.hpp"
#include "fsin/result/experiment_result.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::report {

/// `fsin run` as the plan of a sweep: one point, without axes. `source`: the file of the experiment; `traces`: file ->
/// digest.
sweep::Plan plan_of_run(const result::ExperimentResult& result, const std::string& source,
                        const std::map<std::string, std::string>& traces);

/// Makes the folder where it is missing. Throws OutputError when it cannot be written or holds a sweep.
void prepare_run_folder(const std::filesystem::path& folder);

class RunFolder {
 public:
  /// Who and what, as it is known before the runs.
  struct Facts {
    std::filesystem::path path;
    std::string source;                         ///< the file of the experiment
    std::map<std::string, std::string> traces;  ///< file -> digest
    sweep::Provenance provenance;               ///< started, not yet finished
  };

  /// `result`: what is known of it before the first run. Throws OutputError, as all of it does.
  RunFolder(Facts facts, const result::ExperimentResult& result);

  /// The next run, in order of seed.
  void add(const result::ExperimentResult& result, const result::RunResult& run);
  /// Nothing is there under its name before.
  void finish(const result::ExperimentResult& result);

 private:
  Facts facts_;
  FolderLock lock_;
  sweep::Plan plan_;
  RunTables tables_;
  OutputFile results_;
  std::optional<sweep::Run> first_;  ///< the one with detail
};

}  // namespace fsin::report

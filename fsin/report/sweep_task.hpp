// SPDX-License-Identifier: Apache-2.0
// A sweep and the folder that takes its results, from the folder that may hold some of them to the tables: what
// `fsin sweep` does, and fsin.sweep() of Python.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "fsin/report/detail_tables.hpp"
#include "fsin/study/sweep_runner.hpp"

namespace fsin::report {

/// What is given stays where it is until the sweep has come to its end.
struct SweepTask {
  const study::SweepPlan& plan;
  const study::SweepOptions& options;
  const sweep::Cache* cache = nullptr;  ///< null: none is used or filled
  std::filesystem::path folder;
  bool resume = false;                                ///< go on with what is in the folder
  Tables tables{};                                    ///< those that are written
  sweep::Wanted wanted = sweep::Wanted::figures;      ///< of runs that a complete folder has
  std::function<void(const std::string& line)> tell;  ///< of damage that was found and is made good
  const std::atomic<bool>* stop = nullptr;            ///< in place of signals; null: SIGINT and SIGTERM
};

struct SweepDone {
  study::SweepOutcome outcome;
  bool was_complete = false;  ///< the folder had all of it, and nothing was done
};

/// The results may not replace what the sweep reads. `command` is what messages begin with: "fsin sweep".
void check_outputs(std::string_view command, const study::SweepPlan& plan, const std::filesystem::path& folder,
                   Diagnostics& diagnostics);

/// Runs what is missing and writes the folder; all points have been admitted (study::admit()). Throws SweepError where
/// the folder holds another sweep, and what study::run_sweep() and write_results() throw.
SweepDone carry_out(const SweepTask& task);

}  // namespace fsin::report

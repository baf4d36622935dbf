// SPDX-License-Identifier: Apache-2.0
// Runs a program to be captured, once or several times, and makes one trace of the runs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "trgen/commands/capture_plan.hpp"
#include "trgen/commands/child.hpp"
#include "trgen/commands/raw_folder.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

/// Captures of one program, and how its last run ended.
struct Runs {
  std::vector<std::shared_ptr<const record::TraceSource>> traces;
  std::filesystem::path first;  ///< folder of the first run
  Ending ending;
  bool agree = true;
  bool left_out = false;  ///< the last run ended badly and is not among the traces

  /// True when all runs ended well.
  bool whole() const;
};

std::string ending_words(const Ending& ending);

/// Runs the program as often as requested, unless a run ends badly. Throws record::TraceError when nothing was
/// recorded.
Runs run_all(const CapturePlan& plan, const MpiInstall& mpi, const RawFolder& raw, const Signals& signals);

/// The captures that an earlier `trgen capture` left in a folder, as run_all() would have returned them.
Runs runs_left_in(const std::filesystem::path& folder, CapturePlan& plan);

/// Paths that a signal removes, and text that it prints, while the files of the ranks are being merged.
CleanUp guard(const RawFolder& raw, const CapturePlan& plan, bool again);

/// One trace of all runs; prints how it was made.
std::shared_ptr<const record::TraceSource> combined(const Runs& runs, const CapturePlan& plan);

}  // namespace trgen::commands

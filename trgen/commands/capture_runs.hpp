// SPDX-License-Identifier: Apache-2.0
// The runs of a captured program, and the one trace that is made of them.
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

/// Some captures of one program, and how the last run ended.
struct Runs {
  std::vector<std::shared_ptr<const record::TraceSource>> traces;
  std::filesystem::path first;  ///< folder of the first
  Ending ending;
  bool agree = true;
  bool left_out = false;  ///< the last run ended badly and is not among the traces

  /// All went well.
  bool whole() const;
};

std::string ending_words(const Ending& ending);

/// Runs the program as often as wanted, as long as all goes well. Throws record::TraceError where nothing was left.
Runs run_all(const CapturePlan& plan, const MpiInstall& mpi, const RawFolder& raw, const Signals& signals);

/// The captures that an earlier `trgen capture` left in a folder, as run_all() would have taken them.
Runs runs_left_in(const std::filesystem::path& folder, CapturePlan& plan);

/// What a signal removes and says while the files of the ranks wait to become a trace.
CleanUp guard(const RawFolder& raw, const CapturePlan& plan, bool again);

/// One trace of all runs; says how it came about.
std::shared_ptr<const record::TraceSource> combined(const Runs& runs, const CapturePlan& plan);

}  // namespace trgen::commands

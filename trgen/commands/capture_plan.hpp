// SPDX-License-Identifier: Apache-2.0
// What the command line of `trgen capture` asks for, and the mpiexec command that runs it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "trgen/commands/command.hpp"
#include "trgen/commands/mpi_install.hpp"
#include "trgen/commands/repeat_trace.hpp"

namespace trgen::commands {

struct CapturePlan {
  std::uint32_t ranks = 0;
  std::string clock = "cpu";
  std::string output = "trace.txt.zst";
  std::uint64_t repeats = 1;
  Keep keep = Keep::least;
  std::optional<std::string> raw;    ///< where to keep the files of the ranks
  std::optional<std::string> merge;  ///< no program is run: this folder has the files of the ranks
  std::optional<std::string> mpi;
  std::vector<std::pair<std::string, std::string>> environment;  ///< --env, in their order
  std::vector<std::string> program;                              ///< and its arguments
  std::string meeting_place{};  ///< name or address under which the ranks find each other
};

inline constexpr std::uint64_t most_repeats = 1000;

/// Throws UsageError; also where it can be told before that the output cannot be written or the program not be run.
CapturePlan capture_plan(const Arguments& arguments);

/// LD_LIBRARY_PATH of the ranks; "" when it is not set for them.
std::string rank_library_path(const CapturePlan& plan, const MpiInstall& mpi);

/// Options that --merge needs for the same trace: "", or "--keep median ".
std::string merge_options(const CapturePlan& plan);

/// The mpiexec command that leaves the files of the ranks in `raw`. What a rank gets beside the user's environment is
/// given to the ranks only. Variables that are set already, and then those of --env, win over what a capture sets.
std::vector<std::string> launch_words(const CapturePlan& plan, const MpiInstall& mpi, const std::string& raw);

}  // namespace trgen::commands

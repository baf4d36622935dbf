// SPDX-License-Identifier: Apache-2.0
// The request in the command line of `trgen capture`, and the mpiexec command that carries it out.
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
  std::optional<std::string> raw;    ///< folder in which to keep the files of the ranks
  std::optional<std::string> merge;  ///< folder that has the files of the ranks; no program is run
  std::optional<std::string> mpi;
  std::vector<std::pair<std::string, std::string>> environment;  ///< variables given by --env, in their order
  std::vector<std::string> program;                              ///< the program and its arguments
  bool time_independent = false;
  std::optional<std::uint64_t> rate;  ///< for a time-independent trace: instructions per second of this machine
  std::string meeting_place{};        ///< name or address under which the ranks find each other
};

inline constexpr std::uint64_t most_repeats = 1000;

/// Reads the command line. Throws UsageError with all mistakes, also when it is known in advance that the output cannot
/// be written or the program cannot be run.
CapturePlan capture_plan(const Arguments& arguments);

/// LD_LIBRARY_PATH of the ranks; "" when none is set for them.
std::string rank_library_path(const CapturePlan& plan, const MpiInstall& mpi);

/// The options with which --merge makes the same trace: "", or "--keep median ".
std::string merge_options(const CapturePlan& plan);

/// The mpiexec command by which the ranks leave their files in `raw`. Variables beyond the user's environment are set
/// for the ranks only. Variables that are set already, and those of --env even more, take precedence over those that a
/// capture sets.
std::vector<std::string> launch_words(const CapturePlan& plan, const MpiInstall& mpi, const std::string& raw);

}  // namespace trgen::commands

// SPDX-License-Identifier: Apache-2.0
// A subcommand of trgen: what its help says, and what it does. Each lives in a file of its own and is one line of the
// list in trgen.cpp.
#pragma once

#include <span>
#include <string_view>

#include "trgen/commands/options.hpp"

namespace trgen::commands {

/// What a command answers to the shell.
enum ExitCode : int {
  exit_done = 0,
  exit_outcome = 1,        ///< a captured program did not end well; its trace is written
  exit_usage = 2,          ///< usage
  exit_trace = 3,          ///< a file that cannot be read or written, a faulty trace, or too little memory
  exit_bug = 70,           ///< the program itself is at fault
  exit_interrupted = 130,  ///< stopped by a signal; what was captured is written and marked
};

struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line for the list of commands
  std::string_view usage;        ///< what follows "trgen NAME"
  std::string_view description;  ///< paragraphs of its --help
  std::string_view examples;     ///< one a line
  std::span<const Option> options;
  /// Returns the exit code; throws UsageError and record::TraceError. Results go to stdout, talk to stderr.
  int (*run)(const Arguments& arguments);
};

extern const Command capture_command;
extern const Command info_command;
extern const Command check_command;
extern const Command stats_command;
extern const Command convert_command;
extern const Command slice_command;
extern const Command generate_command;

/// Runs `trgen words...` and returns its exit code: all of main() but the process.
int run_trgen(const std::vector<std::string>& words);

}  // namespace trgen::commands

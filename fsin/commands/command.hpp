// SPDX-License-Identifier: Apache-2.0
// A subcommand: what `fsin --help` says of it, its own help, and what it does. Each lives in a file of its own and is
// one line of the list in program.cpp.
#pragma once

#include <span>
#include <string_view>

#include "fsin/commands/options.hpp"
#include "fsin/engine/processes.hpp"

namespace fsin::commands {

struct Command {
  std::string_view name;
  std::string_view summary;      ///< one line for the list of commands
  std::string_view usage;        ///< what follows "fsin NAME"
  std::string_view description;  ///< paragraphs of its --help
  std::string_view examples;     ///< one a line
  std::span<const Option> options;
  /// Returns the exit code. Results go to stdout, talk to stderr.
  int (*run)(const Arguments& arguments);
  /// As one of several processes; null where that makes no sense.
  int (*run_in)(const Arguments& arguments, engine::Processes& processes) = nullptr;
};

extern const Command run_command;
extern const Command check_command;
extern const Command list_command;
extern const Command help_command;
extern const Command topology_command;
extern const Command compare_command;
extern const Command sweep_command;
extern const Command merge_command;
extern const Command report_command;

}  // namespace fsin::commands

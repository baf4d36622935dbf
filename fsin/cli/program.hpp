// SPDX-License-Identifier: Apache-2.0
// Shared frame of fsin and trgen: the list of commands, help, version, completion, and errors turned into exit codes.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/command.hpp"

namespace fsin::cli {

struct Program {
  std::string_view name;           ///< "fsin"
  std::string_view about;          ///< one sentence, above the list of commands
  std::string_view notes;          ///< lines below it
  std::string_view memory_advice;  ///< advice on where to see how much memory is needed
  std::span<const Command* const> commands;
  std::string (*version)();  ///< text of --version
};

/// Carries out a command.
using RunCommand = std::function<int(const Command& command, const Arguments& arguments)>;

/// Runs the program on the words after its name; returns the exit code, whatever `run` throws. `talks` is false in all
/// but one of several processes of a run, which find the same mistakes.
int run_program(const Program& program, const std::vector<std::string>& words, const RunCommand& run,
                bool talks = true);

}  // namespace fsin::cli

// SPDX-License-Identifier: Apache-2.0
// The program behind fsin and fsin-mpi: the command table and what all commands share - help, version, and the last
// line of defence against bugs.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "fsin/cli/command.hpp"
#include "fsin/engine/processes.hpp"

namespace fsin::commands {

/// `words`: what follows the program's name. `processes`: of which this is one; null when it is alone. Returns the exit
/// code.
int run_program(const std::vector<std::string>& words, engine::Processes* processes = nullptr);

/// The subcommands of fsin, in the order of its help.
std::span<const cli::Command* const> all_commands();

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
// The option --collectives of the commands that expand collectives.
#pragma once

#include <optional>

#include "trgen/commands/command.hpp"
#include "trgen/programs/collectives/choice.hpp"

namespace trgen::commands {

/// The algorithms with which collectives are expanded, if the option is given; empty after a mistake.
std::optional<programs::collectives::Choice> wanted_collectives(const Arguments& arguments, Diagnostics& diagnostics);

}  // namespace trgen::commands

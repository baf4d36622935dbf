// SPDX-License-Identifier: Apache-2.0
// Man pages (section 1) of a program and of each of its commands, made of the table of commands that --help prints.
#pragma once

#include <string>

#include "fsin/cli/program.hpp"

namespace fsin::cli {

/// The page of the program, fsin(1): its commands, files and environment.
std::string man_page(const Program& program);
/// The page of one of its commands, fsin-run(1).
std::string man_page(const Program& program, const Command& command);

}  // namespace fsin::cli

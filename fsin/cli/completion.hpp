// SPDX-License-Identifier: Apache-2.0
// Completion of command lines in bash: commands, and the options of each; everything else is completed as a file.
#pragma once

#include <string>

#include "fsin/cli/program.hpp"

namespace fsin::cli {

/// A script for `source <(fsin --completion)`.
std::string bash_completion(const Program& program);

}  // namespace fsin::cli

// SPDX-License-Identifier: Apache-2.0
// The figures that a user names with --figure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/options.hpp"

namespace fsin::commands {

/// The values of --figure; one that is no figure of a run is an error. `command` is what messages start with; `all` is
/// a word that stands for every figure, where there is one.
std::vector<std::string> figure_names(const cli::Arguments& arguments, const char* command, Diagnostics& diagnostics,
                                      std::string_view all = {});

}  // namespace fsin::commands

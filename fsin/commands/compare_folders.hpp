// SPDX-License-Identifier: Apache-2.0
// fsin compare A B, where both are the folders of sweeps.
#pragma once

#include "fsin/cli/options.hpp"

namespace fsin::commands {

/// Whether the words name folders, and not files of single runs.
bool names_folders(const cli::Arguments& arguments);

/// Returns the exit code.
int compare_folders(const cli::Arguments& arguments);

}  // namespace fsin::commands

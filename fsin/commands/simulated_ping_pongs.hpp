// SPDX-License-Identifier: Apache-2.0
// fsin calibrate --from EXP.yaml: measurements made on a simulated network, in place of those from files.
#pragma once

#include <vector>

#include "fsin/calibration/sample.hpp"
#include "fsin/cli/options.hpp"

namespace fsin::commands {

/// Of each pair of nodes that is asked for. Empty after an error.
std::vector<calibration::Measurements> simulated_ping_pongs(const cli::Arguments& arguments, Diagnostics& diagnostics);

}  // namespace fsin::commands

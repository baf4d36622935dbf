// SPDX-License-Identifier: Apache-2.0
// trgen extrapolate --iterations: from a trace of a few time steps to one of many.
#pragma once

#include "trgen/commands/command.hpp"

namespace trgen::commands {

int run_more_iterations(const Arguments& arguments);

}  // namespace trgen::commands

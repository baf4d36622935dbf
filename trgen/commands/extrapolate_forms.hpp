// SPDX-License-Identifier: Apache-2.0
// Grids and partners of the user's own for trgen extrapolate, as expressions of a script.
#pragma once

#include <vector>

#include "trgen/commands/command.hpp"
#include "trgen/extrapolation/grids.hpp"
#include "trgen/extrapolation/partners.hpp"

namespace trgen::commands {

/// --grid "ranks / 4, 4": the sides as expressions of the number of ranks; no function where it is not given.
extrapolation::GridRule wanted_grid(const Arguments& arguments, Diagnostics& diagnostics);

/// --partner "rank ^ (ranks / 2)": forms besides those of the catalogue.
std::vector<extrapolation::OwnForm> wanted_partners(const Arguments& arguments, Diagnostics& diagnostics);

}  // namespace trgen::commands

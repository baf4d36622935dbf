// SPDX-License-Identifier: Apache-2.0
// Steps in the axes of a grid that are frequent among the pairs that are left: diagonals, longer shifts, and those that
// only some coordinates make.
#pragma once

#include <vector>

#include "trgen/pattern/grid_axes.hpp"
#include "trgen/pattern/remaining.hpp"

namespace trgen::pattern {

/// Adds moves to `parts`, the most frequent step first.
void suggest_moves(const Remaining& remaining, const Axes& axes, std::vector<Part>& parts);

}  // namespace trgen::pattern

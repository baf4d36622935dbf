// SPDX-License-Identifier: Apache-2.0
// Drawings for the terminal: the traffic matrix, its cells named after the pattern that explains them, and a grid with
// its ranks.
#pragma once

#include <string>
#include <vector>

#include "trgen/pattern/patterns.hpp"

namespace trgen::pattern {

/// The sign of pattern `number`, from 1: 1 to 9, then a to z, then +; '*' for 0, which is no pattern.
char sign_of(std::uint32_t number);

/// Rows are senders, columns receivers; each line begins with `indent`. Several ranks share a cell where there are more
/// than `most` of them; the cell has the sign of the pattern with most messages in it, and '.' where there are none.
std::string matrix_drawing(const TrafficGraph& graph, const std::vector<std::uint32_t>& pattern_of_pair,
                           std::uint32_t most, std::string_view indent);

/// The ranks of a grid by coordinates, x to the right and y down, a block for each z and above; links between them, and
/// '~' where a row or column wraps. Empty for grids of more than 4 axes or too large for a terminal.
std::string grid_drawing(const Pattern& pattern, std::string_view indent);

}  // namespace trgen::pattern

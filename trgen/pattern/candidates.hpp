// SPDX-License-Identifier: Apache-2.0
// Parts worth a look, suggested by the pairs that are left: by the most frequent distances and exclusive ors of their
// positions, the places where such a step is missing, the ranks with most partners, and steps in the axes found so far.
// What is suggested is scored against every pair afterwards, so that a suggestion can only be missing, never wrong.
#pragma once

#include <vector>

#include "trgen/pattern/grid_axes.hpp"

namespace trgen::pattern {

/// Suggestions in a fixed order. `axes`: of the parts found so far, or null.
std::vector<Part> suggestions(const Peeling& peeling, const Numbering& numbering, const Axes* axes);

/// Multipliers, without common divisor with the number of positions, under which frequent distances become 1; most
/// frequent first, at most `most`.
std::vector<std::uint32_t> suggested_multipliers(const Peeling& peeling, const Numbering& numbering, std::size_t most);

}  // namespace trgen::pattern

// SPDX-License-Identifier: Apache-2.0
// Patterns in words.
#pragma once

#include <string>
#include <vector>

#include "trgen/pattern/collective_groups.hpp"
#include "trgen/pattern/patterns.hpp"

namespace trgen::pattern {

/// "torus 8x8", "butterfly of 3 stages in 8 groups of 8 ranks (XOR 1, 2, 4)".
std::string title(const Pattern& pattern, const std::vector<Found>& parts);

/// The title of a pattern that is sure; of another, "perhaps: " and the title.
std::string claim(const Pattern& pattern, const std::vector<Found>& parts);

/// "both ways", "one way, upwards" (to higher coordinates), "to the root"; empty where a direction means nothing.
std::string direction(const Pattern& pattern);

/// The ranks by coordinates: "rank = x + 8 y", "rank = 1 + 2 (x + 4 y)", "rank = (3 (x + 8 y + 5) mod 64)"; empty
/// without axes.
std::string numbering_text(const Pattern& pattern);

/// "sure: in a random graph with a chance below 10^-38", "not sure: ...".
std::string certainty(const Pattern& pattern);

/// Extents of the axes along which a pattern goes: "8x8x4".
std::string extents_text(const std::vector<std::uint32_t>& extents);

/// "all 64 ranks", "8 groups of 8 consecutive ranks", "8 groups of 8 ranks, each 8 apart".
std::string groups_text(const CallGroups& calls, std::uint32_t ranks);

}  // namespace trgen::pattern

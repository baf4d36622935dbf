// SPDX-License-Identifier: Apache-2.0
// What ranks do for those that are idle on coarse levels along a side where no input has any (levels.hpp): what they do
// along another side. It is a guess, which is told.
#pragma once

#include "trgen/extrapolation/model.hpp"

namespace trgen::extrapolation {

/// Where ranks of the target are idle along a side as in no input, adds the statements of ranks that give or take
/// points along it to all ladders of levels that go up, as they are along another side: a doubt. A refusal where none
/// are to be copied: no input has any, they are not the same in all other dimensions, or the loop of each level has no
/// messages along the side that say their tags.
/// `ways_guessed`: by dimension, whether messages go a way along it that is taken from another one (message_ways.hpp):
/// a doubt where the target is wider than two ranks.
void complete_levels(std::vector<Statement>& body, const Inputs& inputs, const Run& target,
                     const std::array<bool, 3>& ways_guessed, Findings& findings);

}  // namespace trgen::extrapolation

// SPDX-License-Identifier: Apache-2.0
// Which way messages go along a side that is two ranks wide in all inputs, where both neighbours are the same rank: as
// messages along another side do that stand in the same order in the same sequence of calls. It is a guess.
#pragma once

#include <unordered_map>
#include <vector>

#include "trgen/extrapolation/alignment.hpp"

namespace trgen::extrapolation {

struct MessageWays {
  std::unordered_map<const Joint*, FormSet> forms;  ///< of messages whose way is taken from others
  std::array<bool, 3> guessed{};                    ///< dimensions along which there are such
};

/// `partners`: the forms that are admitted.
MessageWays ways_of(const std::vector<Joint>& joints, const PartnerForms& forms, const FormSet& partners);

}  // namespace trgen::extrapolation

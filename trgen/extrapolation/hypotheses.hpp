// SPDX-License-Identifier: Apache-2.0
// Which grid of ranks a program has: programs have one. Each rule of grids.hpp is tried by itself, beside forms that
// need none; if none explains everything, all rules together are.
#pragma once

#include <vector>

#include "trgen/extrapolation/growth.hpp"

namespace trgen::extrapolation {

/// One grid, beside forms that need none.
Admitted with_grid(const std::vector<GridRule>& rules, std::size_t grid);

/// What a hypothesis gives; nothing is grown where it would not be taken.
struct Explained {
  Model model;
  Grown grown;
  Findings findings;
};

/// The catalogues that a hypothesis takes a part of.
struct Catalogues {
  const std::vector<GridRule>& rules;
  const PartnerForms& partners;
  const GroupForms& groups;
};

struct Choosing {
  bool decided = false;  ///< the user gave the first rule, which is taken where it explains the inputs
  bool forced = false;
  Shortfall better_than{};  ///< a result that lacks as much, or more, is of no use
};

/// The first rule that explains most. If others explain as much and give another trace, that is a doubt.
Explained best_grid(const std::vector<Joint>& joints, const Inputs& inputs, const Catalogues& catalogues,
                    const Run& target, const Choosing& choosing);

}  // namespace trgen::extrapolation

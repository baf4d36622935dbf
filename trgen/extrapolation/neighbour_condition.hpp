// SPDX-License-Identifier: Apache-2.0
// Who executes a statement, told by its partner: the ranks that have this neighbour within the grid.
//
// On a side of two ranks, one has a neighbour before it and the other one behind it, and nothing tells what ranks
// between others do. That those execute a message that have its partner is a guess, which needs to be told.
#pragma once

#include <optional>
#include <vector>

#include "trgen/extrapolation/alignment.hpp"
#include "trgen/extrapolation/partition.hpp"

namespace trgen::extrapolation {

/// The ranks that have a neighbour within a grid, the partner of the first message in the statement if there is one (a
/// call that posts a receive may have none), if those of the samples are among them: 1 for who executes it, else 0.
/// Which of them do may differ along the other sides, as far as the samples show it for all ranks of the target.
/// `admitted`: forms of partners that may be. None if `found`, a condition by the position of ranks, has a law for each
/// rank of the target.
std::optional<ValueModel> by_neighbour(const std::optional<ValueModel>& found, const std::vector<Sample>& samples,
                                       const Joint& statement, const PartnerForms& forms, const FormSet& admitted,
                                       const Run& target);

}  // namespace trgen::extrapolation

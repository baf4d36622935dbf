// SPDX-License-Identifier: Apache-2.0
// Finds the levels of a multigrid in the programs of ranks: the same calls again and again with messages of fewer and
// fewer bytes, and then, in loops of smoothing steps, with more and more. Between those there may be other exchanges,
// by which ranks that were idle begin again.
//
// Each of the two becomes a ladder whose rungs are levels (levels.hpp), numbered from the coarsest one; a rank that is
// idle on coarse levels lacks those rungs. Not found: levels that are visited in another order than down and up
// (W-cycles), and programs whose ways up and down differ in the number of calls from level to level.
#pragma once

#include "trgen/extrapolation/rank_program.hpp"

namespace trgen::extrapolation {

/// Makes ladders of all levels in the programs of a run, in loops too. In the body of a ladder are nodes `level`, whose
/// count is the rung; its own count is that of the rungs that any rank has. True where some were found.
bool find_level_ladders(RunProgram& program);

}  // namespace trgen::extrapolation

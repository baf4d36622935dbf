// SPDX-License-Identifier: Apache-2.0
// Loops and sequences: the same iterations, folded or one after the other.
//
// A rank may have a loop of other ranks as a sequence, because something before or after it kept its iterations from
// being folded. Laid over the loop they are one body again, whose tags, bytes and times are those of all iterations in
// the order of execution. Conversely, two statements that follow each other may look like two iterations on some ranks:
// the last receives of one sweep and the first ones of the next, at a corner of a grid.
#pragma once

#include <span>

#include "trgen/extrapolation/rank_program.hpp"

namespace trgen::extrapolation {

/// One iteration that stands for `times` of `length` nodes each; all are alike. Where the sequence itself is executed
/// again and again, each pass has all its iterations before the next pass begins.
std::vector<RankNode> body_of(std::span<const RankNode> sequence, std::size_t length, std::size_t times);

/// Makes sequences of all loops of two iterations with a few calls each whose tags differ, which tells statements from
/// iterations as often as not.
void spread_pairs(std::vector<RankNode>& nodes);

}  // namespace trgen::extrapolation

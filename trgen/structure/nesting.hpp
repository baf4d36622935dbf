// SPDX-License-Identifier: Apache-2.0
// Finds loops within a flat loop. RankFold joins exchanges that are the same calls, whatever their partners and sizes;
// so a program that exchanges with some partners in one loop, and with others in the next one, and repeats both,
// becomes one loop of many iterations, in which partners and sizes alone show the loops of the program. CG, MG, BT and
// SP of the NAS benchmarks are of this kind. That form takes least space, and is what files hold; this one is for
// readers and for growth to other sizes, where each loop must be one of the program.
//
// Iterations of a flat loop are executions of the same statement when chosen fields are equal in them on all ranks.
// Their sequence is folded into nested loops (folding.hpp), which gives one copy of the body for each statement.
// Choices that are tried: all fields; those that say how much is sent; those that say to whom; communicators alone.
// Iterations that follow each other in what comes out become a loop again where their fields follow a law
// (loop_laws.hpp), such as the partners of a butterfly. What is shortest is kept, the flat loop included. Lengths are
// counted as those of a text: statements, loops, and the numbers in the expression of each field.
#pragma once

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// A structure with the same events of each rank in the same order, and with loops split where that makes it shorter to
/// say. Fields that are listed remain so, and lie in the same order; times that are drawn are listed where they are
/// split.
Structure nested(const Structure& flat);

}  // namespace trgen::structure

// SPDX-License-Identifier: Apache-2.0
// Finds ladders: the same calls again and again, with partners whose ranks differ in one bit, the next higher or the
// next lower one each time. So does a program that sums over 2^m ranks in m exchanges, such as CG over a row of its
// grid. The number of rungs is then a quantity that follows a law (log2 of a side), and partners, tags and bytes depend
// on the rung.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "trgen/extrapolation/rank_program.hpp"

namespace trgen::extrapolation {

/// Makes ladders of sequences of `least_rungs` rungs or more in the program of a rank, in loops too. A ladder has its
/// rungs one after the other in its body; `count` is their number. Shorter ones are found by alignment with another
/// run.
void find_ladders(std::vector<RankNode>& nodes, std::uint32_t rank, std::size_t least_rungs);

/// The number of rungs of `length` nodes each with which a sequence begins; 1 for a single exchange with one partner.
std::size_t rungs_at(std::span<const RankNode> nodes, std::size_t length, std::uint32_t rank);

}  // namespace trgen::extrapolation

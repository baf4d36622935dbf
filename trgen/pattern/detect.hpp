// SPDX-License-Identifier: Apache-2.0
// Finds the parts that explain who sends to whom: the part that saves most bits first, then the one that saves most of
// what is left, until none saves any.
//
// Modelled: the elementary patterns of part.hpp, in the affine numberings that the active ranks suggest. Not modelled:
// grids and cubes in a numbering that is not affine (trees are found in any), graphs of irregular meshes.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/pattern/peeling.hpp"

namespace trgen::pattern {

struct Explanation {
  std::vector<Found> parts;           ///< in the order in which they were found
  std::vector<std::uint32_t> owners;  ///< by pair of the graph: 0 for none, and else the number of its part, from 1
  std::uint64_t left_pairs = 0;
  Amount left;  ///< messages of the pairs that no part explains
};

/// The smallest part of its pairs that a pattern must have in the trace.
inline constexpr double least_fill = 0.8;

Explanation explain(const TrafficGraph& graph);

}  // namespace trgen::pattern

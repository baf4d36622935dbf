// SPDX-License-Identifier: Apache-2.0
// The traffic matrix by pattern, which drawings for the terminal and pictures show.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "trgen/pattern/patterns.hpp"

namespace trgen::pattern {

/// For each pair of the graph, the number of its pattern, from 1 in the order of `patterns`; 0 for none.
std::vector<std::uint32_t> patterns_of_pairs(const Explanation& explanation, const std::vector<Pattern>& patterns);

/// A traffic matrix whose cells stand for one rank or several in each direction.
struct Matrix {
  std::uint32_t side = 0;  ///< cells of a row
  /// By row (of senders) and column (of receivers), where there are messages: the pattern with most of them, the first
  /// of several.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> patterns;
};

/// The matrix of a graph with at most `most` cells a row. `pattern_of_pair`: as patterns_of_pairs() gives it.
Matrix matrix_of(const TrafficGraph& graph, const std::vector<std::uint32_t>& pattern_of_pair, std::uint32_t most);

}  // namespace trgen::pattern

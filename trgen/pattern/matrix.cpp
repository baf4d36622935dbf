// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/matrix.hpp"

#include <algorithm>

namespace trgen::pattern {

std::vector<std::uint32_t> patterns_of_pairs(const Explanation& explanation, const std::vector<Pattern>& patterns) {
  std::vector<std::uint32_t> of_part(explanation.parts.size() + 1);
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    for (const std::size_t part : patterns[i].parts) of_part[part + 1] = static_cast<std::uint32_t>(i + 1);
  }
  std::vector<std::uint32_t> found;
  found.reserve(explanation.owners.size());
  for (const std::uint32_t owner : explanation.owners) found.push_back(of_part[owner]);
  return found;
}

Matrix matrix_of(const TrafficGraph& graph, const std::vector<std::uint32_t>& pattern_of_pair, std::uint32_t most) {
  const std::uint32_t share = (graph.ranks() + most - 1) / most;  // ranks of a cell, in each direction
  Matrix matrix{.side = (graph.ranks() + share - 1) / share, .patterns = {}};
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, std::uint64_t>> messages;
  for (std::size_t i = 0; i < graph.pairs().size(); ++i) {
    const Pair& pair = graph.pairs()[i];
    const std::uint32_t low = pair.low / share;
    const std::uint32_t high = pair.high / share;
    if (pair.up.messages > 0) messages[{low, high}][pattern_of_pair[i]] += pair.up.messages;
    if (pair.down.messages > 0) messages[{high, low}][pattern_of_pair[i]] += pair.down.messages;
  }
  for (const auto& [where, by_pattern] : messages) {
    const auto heaviest = std::max_element(by_pattern.begin(), by_pattern.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
    matrix.patterns.emplace(where, heaviest->first);
  }
  return matrix;
}

}  // namespace trgen::pattern

// SPDX-License-Identifier: Apache-2.0
// A grid diagonal by diagonal: places in order of the sum of their coordinates, and those of one sum in order of their
// numbers. Consecutive ranks are never neighbours of each other in the grid.
#pragma once

#include <algorithm>
#include <numeric>

#include "trgen/replay/placements/consecutive.hpp"

namespace trgen::replay {

struct DiagonalParams : RanksOfNode {
  static constexpr std::string_view name = "diagonal";
  static constexpr std::string_view doc =
      "a grid diagonal by diagonal: places in order of the sum of their coordinates";

  static std::vector<std::uint32_t> order(const fsin::workload::NetworkFacts& facts) {
    std::vector<std::uint32_t> sums(facts.nodes), order = consecutive_nodes(facts.nodes);
    for (std::uint32_t node = 0; node < facts.nodes; ++node) {
      const auto at = coordinates_of(node, facts);
      sums[node] = std::accumulate(at.begin(), at.end(), 0U);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return sums[a] < sums[b]; });
    return order;
  }

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    problem = without_coordinates(name, site.facts);
    if (!problem.empty()) return {};
    return deal_out(site, {order(site.facts)}, *this, problem);
  }
};

}  // namespace trgen::replay

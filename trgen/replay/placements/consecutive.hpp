// SPDX-License-Identifier: Apache-2.0
// Ranks on consecutive nodes: in a network with coordinates row by row, X running fastest.
#pragma once

#include <numeric>

#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

inline std::vector<std::uint32_t> consecutive_nodes(std::uint32_t nodes) {
  std::vector<std::uint32_t> order(nodes);
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

struct ConsecutiveParams : RanksOfNode {
  static constexpr std::string_view name = "consecutive";
  static constexpr std::string_view doc = "rank i on node i; in a grid row by row, X first";

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    return deal_out(site, {consecutive_nodes(site.facts.nodes)}, *this, problem);
  }
};

}  // namespace trgen::replay

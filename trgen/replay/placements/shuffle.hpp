// SPDX-License-Identifier: Apache-2.0
// Ranks dealt among equal parts of the nodes, as cards are: consecutive ranks are far from each other, which spreads
// the load of a tree over its leaves.
#pragma once

#include <fmt/core.h>

#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

struct ShufflePlacementParams : RanksOfNode {
  static constexpr std::string_view name = "shuffle";
  static constexpr std::string_view doc =
      "ranks dealt among equal parts of the nodes in turn, such as the leaves of a tree";
  std::uint32_t parts = 2;

  template <class F>
  void fields(F& f) {
    f("parts", parts,
      "equal parts of the nodes, each of consecutive nodes: the leaf switches of a tree, or the groups of a dragonfly")
        .range(1, 0xffffffffU);
    RanksOfNode::fields(f);
  }

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    const std::uint32_t nodes = site.facts.nodes;
    if (nodes % parts != 0) {
      problem = fmt::format(
          "{0} nodes cannot be divided into {1} equal parts; write a divisor of {0} in "
          "placement.parts",
          nodes, parts);
      return {};
    }
    NodeOrder order;
    for (std::uint32_t i = 0; i < nodes; ++i) order.nodes.push_back(i % parts * (nodes / parts) + i / parts);
    return deal_out(site, order, *this, problem);
  }
};

}  // namespace trgen::replay

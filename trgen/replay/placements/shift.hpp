// SPDX-License-Identifier: Apache-2.0
// Ranks on consecutive nodes, beginning at another node than node 0.
#pragma once

#include <algorithm>

#include "trgen/replay/placements/consecutive.hpp"

namespace trgen::replay {

struct ShiftPlacementParams : RanksOfNode {
  static constexpr std::string_view name = "shift";
  static constexpr std::string_view doc = "rank i on node i + by, around the end of the nodes";
  std::uint32_t by = 1;

  template <class F>
  void fields(F& f) {
    f("by", by, "node of rank 0").range(0, 0xffffffffU);
    RanksOfNode::fields(f);
  }

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    std::vector<std::uint32_t> order = consecutive_nodes(site.facts.nodes);
    std::rotate(order.begin(), order.begin() + by % site.facts.nodes, order.end());
    return deal_out(site, {std::move(order)}, *this, problem);
  }
};

}  // namespace trgen::replay

// SPDX-License-Identifier: Apache-2.0
// Ranks column by column: the last coordinate runs fastest, X slowest. The nodes at one place of the grid stay
// together.
#pragma once

#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

struct ColumnParams : RanksOfNode {
  static constexpr std::string_view name = "column";
  static constexpr std::string_view doc = "in a grid column by column: the last coordinate runs fastest, X slowest";

  /// Place p of the order, written as digits of which the last coordinate is the lowest, is the place of these
  /// coordinates.
  static std::vector<std::uint32_t> order(const fsin::workload::NetworkFacts& facts) {
    std::vector<std::uint32_t> strides, order;
    std::uint32_t places = 1;
    for (const unsigned size : facts.dims) {
      strides.push_back(places);
      places *= size;
    }
    for (std::uint32_t p = 0; p < places; ++p) {
      std::uint32_t rest = p, place = 0;
      for (std::size_t d = facts.dims.size(); d-- > 0; rest /= facts.dims[d])
        place += rest % facts.dims[d] * strides[d];
      for (std::uint32_t t = 0; t < facts.terminals; ++t) order.push_back(place * facts.terminals + t);
    }
    return order;
  }

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    problem = without_coordinates(name, site.facts);
    if (!problem.empty()) return {};
    return deal_out(site, {order(site.facts)}, *this, problem);
  }
};

}  // namespace trgen::replay

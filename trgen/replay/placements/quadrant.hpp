// SPDX-License-Identifier: Apache-2.0
// A grid cut into equal parts, which are filled one after the other: with two parts in each of n dimensions, its 2^n
// quadrants. Ranks that fit into one part exchange their messages inside it where routes are minimal. A job begins with
// a part of its own.
#pragma once

#include <fmt/core.h>

#include <algorithm>

#include "trgen/replay/placements/site.hpp"

namespace trgen::replay {

struct QuadrantParams : RanksOfNode {
  static constexpr std::string_view name = "quadrant";
  static constexpr std::string_view doc = "a grid cut into equal parts, such as quadrants, filled one after the other";
  std::vector<std::uint32_t> parts;
  std::uint32_t first = 0;

  template <class F>
  void fields(F& f) {
    f("parts", parts, "parts in each dimension, X first (default: two in each, the quadrants)")
        .range(1, 65536)
        .size(0, 64)
        .written_by_x();
    f("first", first, "number of the part that is filled first; parts are numbered as nodes are, X first")
        .range(0, 0xffffffffU);
    RanksOfNode::fields(f);
  }

  /// Parts of which the X coordinate runs fastest, and in each of them places in the same order.
  static NodeOrder order(const fsin::workload::NetworkFacts& facts, const std::vector<std::uint32_t>& cut,
                         std::uint32_t first) {
    std::uint32_t number = 1;
    for (const std::uint32_t each : cut) number *= each;
    std::vector<std::vector<std::uint32_t>> parts(number);
    for (std::uint32_t node = 0; node < facts.nodes; ++node) {
      const auto at = coordinates_of(node, facts);
      std::uint32_t part = 0, stride = 1;
      for (std::size_t d = 0; d < at.size(); stride *= cut[d], ++d) part += at[d] / (facts.dims[d] / cut[d]) * stride;
      parts[part].push_back(node);
    }
    NodeOrder order{{}, facts.nodes / number};
    for (std::uint32_t i = 0; i < number; ++i) {
      const auto& part = parts[(first + i) % number];
      order.nodes.insert(order.nodes.end(), part.begin(), part.end());
    }
    return order;
  }

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    const auto& dims = site.facts.dims;
    problem = without_coordinates(name, site.facts);
    if (!problem.empty()) return {};
    const std::vector<std::uint32_t> cut = parts.empty() ? std::vector<std::uint32_t>(dims.size(), 2) : parts;
    if (cut.size() != dims.size()) {
      problem = fmt::format("placement.parts has {} entries for a network of {} dimensions; write one for each",
                            cut.size(), dims.size());
      return {};
    }
    for (std::size_t d = 0; d < dims.size(); ++d) {
      if (dims[d] % cut[d] == 0) continue;
      problem = fmt::format(
          "{} places of dimension {} cannot be cut into {} equal parts; write a divisor of {} in "
          "placement.parts",
          dims[d], d, cut[d], dims[d]);
      return {};
    }
    return deal_out(site, order(site.facts, cut, first), *this, problem);
  }
};

}  // namespace trgen::replay

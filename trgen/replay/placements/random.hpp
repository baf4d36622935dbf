// SPDX-License-Identifier: Apache-2.0
// Ranks on nodes drawn from the seed of the run, all placements being equally likely.
#pragma once

#include <utility>

#include "fsin/core/rng.hpp"
#include "trgen/replay/placements/consecutive.hpp"

namespace trgen::replay {

/// The first `count` nodes of a random order of all.
inline std::vector<std::uint32_t> random_nodes(std::uint32_t count, std::uint32_t nodes, std::uint64_t seed) {
  std::vector<std::uint32_t> order = consecutive_nodes(nodes);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t word = fsin::philox({seed, fsin::Purpose::placement}, i)[0];
    std::swap(order[i], order[i + fsin::scale_draw(word, nodes - i)]);
  }
  order.resize(count);
  return order;
}

struct RandomPlacementParams : RanksOfNode {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "ranks on different nodes drawn from the seed";

  std::vector<std::uint32_t> place(const Site& site, Problem& problem) const {
    return deal_out(site, {random_nodes(site.facts.nodes, site.facts.nodes, site.seed)}, *this, problem);
  }
};

}  // namespace trgen::replay

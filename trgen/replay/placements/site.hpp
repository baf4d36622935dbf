// SPDX-License-Identifier: Apache-2.0
// Where ranks are to be placed, and how those of a node are dealt: what all placements (catalogue.hpp) have in common.
//
// A placement that is an order of the nodes gives each node, in this order, as many ranks as `per_node` says; a node
// that another job has taken is passed over.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/named.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/workload/network_facts.hpp"
#include "trgen/replay/placements/affinity.hpp"

namespace trgen::replay {

struct Site {
  std::uint32_t ranks = 0;  ///< to place; those that share a seat (programs/program.hpp) count once
  const fsin::workload::NetworkFacts& facts;
  std::uint64_t seed = 0;
  std::span<const std::uint8_t> taken{};  ///< by node: another job runs there; empty: none does
  std::function<Affinity()> affinity{};   ///< who sends how much to whom, for placements that ask

  bool is_free(std::uint32_t node) const { return taken.empty() || taken[node] == 0; }
};

/// What is wrong; empty while all is well.
using Problem = std::string;

enum class Deal : std::uint8_t { block, cyclic };

inline constexpr std::array deal_names{
    fsin::config::Named{Deal::block, "block", "consecutive ranks share a node: ranks 0 and 1 the first, 2 and 3 ..."},
    fsin::config::Named{Deal::cyclic, "cyclic", "each node gets a rank in turn, then each a second one, and so on"}};

/// Several ranks on a node.
struct RanksOfNode {
  std::uint32_t per_node = 1;
  Deal deal = Deal::block;

  template <class F>
  void fields(F& f) {
    f("per_node", per_node, "ranks on a node, at most").range(1, 65536);
    f("deal", deal, "which ranks share a node, where per_node is above 1").names(deal_names);
  }
};

/// All nodes in some order. `section` is 0, or the number of consecutive entries that belong together: a job begins
/// with the first section of which no node is taken.
struct NodeOrder {
  std::vector<std::uint32_t> nodes;
  std::uint32_t section = 0;
};

/// The node of every rank: the nodes of the order that are free, with so many ranks each. Empty after a problem.
std::vector<std::uint32_t> deal_out(const Site& site, const NodeOrder& order, const RanksOfNode& how, Problem& problem);

/// Where a node stands in a network with coordinates, X first.
std::vector<std::uint32_t> coordinates_of(std::uint32_t node, const fsin::workload::NetworkFacts& facts);

/// What a placement that needs coordinates says of a network that has none; empty for one that has.
Problem without_coordinates(std::string_view placement, const fsin::workload::NetworkFacts& facts);

}  // namespace trgen::replay

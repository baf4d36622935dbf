// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placements/site.hpp"

#include <fmt/core.h>

namespace trgen::replay {
namespace {

/// The nodes that the job may use, in the order in which it takes them.
std::vector<std::uint32_t> free_nodes(const Site& site, const NodeOrder& order) {
  std::size_t first = 0;
  const std::size_t all = order.nodes.size(), section = order.section;
  const auto whole = [&](std::size_t at) {
    for (std::size_t i = at; i < std::min(at + section, all); ++i) {
      if (!site.is_free(order.nodes[i])) return false;
    }
    return true;
  };
  while (section != 0 && first < all && !whole(first)) first += section;
  std::vector<std::uint32_t> nodes;
  for (std::size_t i = first; i < all; ++i) {
    if (site.is_free(order.nodes[i])) nodes.push_back(order.nodes[i]);
  }
  return nodes;
}

}  // namespace

std::vector<std::uint32_t> deal_out(const Site& site, const NodeOrder& order, const RanksOfNode& how,
                                    Problem& problem) {
  const std::vector<std::uint32_t> nodes = free_nodes(site, order);
  const std::uint32_t wanted = (site.ranks + how.per_node - 1) / how.per_node;
  if (nodes.size() < wanted) {
    problem = fmt::format(
        "{} ranks need {} nodes, {} a node, but {} of the {} nodes are left for them; use fewer ranks, a larger "
        "topology, or a larger placement.per_node",
        site.ranks, wanted, how.per_node, nodes.size(), site.facts.nodes);
    return {};
  }
  std::vector<std::uint32_t> places(site.ranks);
  for (std::uint32_t rank = 0; rank < site.ranks; ++rank)
    places[rank] = nodes[how.deal == Deal::block ? rank / how.per_node : rank % wanted];
  return places;
}

std::vector<std::uint32_t> coordinates_of(std::uint32_t node, const fsin::workload::NetworkFacts& facts) {
  std::vector<std::uint32_t> coordinates;
  std::uint32_t place = node / facts.terminals;
  for (const unsigned size : facts.dims) {
    coordinates.push_back(place % size);
    place /= size;
  }
  return coordinates;
}

Problem without_coordinates(std::string_view placement, const fsin::workload::NetworkFacts& facts) {
  if (!facts.dims.empty()) return {};
  return fmt::format(
      "placement {} goes by coordinates, which this topology does not have; use a torus, a mesh or a HyperX, or "
      "placement consecutive, random or shuffle",
      placement);
}

}  // namespace trgen::replay

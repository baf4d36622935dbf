// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/least_cost.hpp"

#include <algorithm>

namespace fsin::routing {
namespace {

/// Calls use(hop) for the links of a switch that are on a path of least cost, in the order of their ports.
template <class Use>
void for_cheapest(const Fabric& fabric, std::uint32_t from, const std::vector<std::uint64_t>& cost, Use use) {
  const auto hops = fabric.hops(from);
  for (std::uint32_t i = 0; i < hops.size(); ++i) {
    if (cost[hops[i].to] + fabric.cost(fabric.first_link(from) + i) == cost[from]) use(hops[i]);
  }
}

}  // namespace

RouteTables least_cost_tables(const Fabric& fabric, PortChoice choice) {
  RouteTables tables(fabric);
  const std::size_t cells = std::size_t{tables.switches} * tables.columns;
  const bool one = choice == PortChoice::first;
  (one ? tables.ports.resize(cells) : tables.sets.resize(cells));
  PortSets lists;
  LostWays ways(fabric);
  std::vector<std::uint64_t> cost;
  std::vector<std::uint32_t> order;
  std::vector<unsigned> links(fabric.switches());
  std::vector<std::uint8_t> next;
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    const auto keep = [&](std::uint32_t from) { tables.put(std::size_t{from} * tables.columns + to, next, lists); };
    fabric.costs_to(to, cost, order);
    for (const std::uint32_t from : order) {
      next.clear();
      links[from] = 0;
      if (from == to) next.push_back(leave);
      for_cheapest(fabric, from, cost, [&](const Fabric::Hop& hop) {
        if (!one || next.empty()) links[from] = std::max(links[from], links[hop.to] + 1);
        next.push_back(hop.port);
      });
      if (from < tables.columns) tables.longest = std::max(tables.longest, links[from]);
      keep(from);
    }
    for (std::uint32_t from = 0; from < tables.switches; ++from) {
      if (cost[from] != Fabric::no_path) continue;
      next = tables.lose(fabric, ways, from, to);
      if (!next.empty()) keep(from);
    }
  }
  tables.lists = std::move(lists).take();
  return tables;
}

void add_least_cost_distances(const Fabric& fabric, RouteTables& tables) {
  constexpr unsigned most = 255;
  tables.distance.assign(std::size_t{tables.switches} * tables.columns, most);
  std::vector<std::uint64_t> cost;
  std::vector<std::uint32_t> order;
  std::vector<unsigned> links(fabric.switches());
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    fabric.costs_to(to, cost, order);
    for (const std::uint32_t from : order) {
      links[from] = from == to ? 0 : ~0U;
      for_cheapest(fabric, from, cost,
                   [&](const Fabric::Hop& hop) { links[from] = std::min(links[from], links[hop.to] + 1); });
      tables.distance[std::size_t{from} * tables.columns + to] = static_cast<std::uint8_t>(std::min(links[from], most));
    }
  }
}

}  // namespace fsin::routing

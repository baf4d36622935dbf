// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/longest_detour.hpp"

#include <algorithm>
#include <vector>

#include "fsin/routing/tables/multi_search.hpp"

namespace fsin::routing {
namespace {

/// Links on the longest of the shortest paths from each switch to the homes that it can reach.
std::vector<unsigned> farthest_by_hops(const Fabric& fabric) {
  std::vector<unsigned> farthest(fabric.switches());
  MultiSearch search(fabric);
  for (std::uint32_t first = 0; first < fabric.homes(); first += MultiSearch::width) {
    search.towards(first, std::min(MultiSearch::width, fabric.homes() - first),
                   [&](std::uint32_t from, unsigned distance, std::uint64_t) {
                     farthest[from] = std::max(farthest[from], distance);
                   });
  }
  return farthest;
}

/// The same with paths of least cost, which may have different numbers of links.
std::vector<unsigned> farthest_by_cost(const Fabric& fabric) {
  std::vector<unsigned> farthest(fabric.switches()), links(fabric.switches());
  std::vector<std::uint64_t> cost;
  std::vector<std::uint32_t> order;
  for (std::uint32_t to = 0; to < fabric.homes(); ++to) {
    fabric.costs_to(to, cost, order);
    for (const std::uint32_t from : order) {
      links[from] = 0;
      const auto hops = fabric.hops(from);
      for (std::uint32_t i = 0; from != to && i < hops.size(); ++i) {
        if (cost[hops[i].to] + fabric.cost(fabric.first_link(from) + i) != cost[from]) continue;
        links[from] = std::max(links[from], links[hops[i].to] + 1);
      }
      farthest[from] = std::max(farthest[from], links[from]);
    }
  }
  return farthest;
}

/// Links before and in the first half of the longest detours that begin at the second of the deciding switches or a
/// later one.
class LateDetours {
 public:
  LateDetours(const Fabric& fabric, const RouteTables& tables)
      : fabric_(fabric),
        tables_(tables),
        farthest_(fabric.is_weighed() ? farthest_by_cost(fabric) : farthest_by_hops(fabric)),
        behind_(neighbours_of(fabric)) {}

  /// Of packets for one home.
  unsigned longest(std::uint32_t column, unsigned decisions) {
    unsigned longest = 0;
    at_.assign(fabric_.switches(), false);
    std::fill_n(at_.begin(), fabric_.homes(), true);
    for (unsigned crossed = 1; crossed < decisions; ++crossed) {
      next_.assign(fabric_.switches(), false);
      for (std::uint32_t from = 0; from < fabric_.switches(); ++from) {
        if (!at_[from] || from == column || tables_.is_lost(from, column)) continue;
        for (const std::uint8_t port : tables_.next(std::size_t{from} * tables_.columns + column)) {
          const std::uint32_t to = behind_[std::size_t{from} * fabric_.ports() + port];
          if (to == column) continue;
          next_[to] = true;
          longest = std::max(longest, crossed + farthest_[to]);
        }
      }
      at_.swap(next_);
    }
    return longest;
  }

 private:
  const Fabric& fabric_;
  const RouteTables& tables_;
  std::vector<unsigned> farthest_;
  std::vector<std::uint32_t> behind_;  ///< switch by switch * ports + port
  std::vector<bool> at_, next_;        ///< switches where such packets can be after some links
};

}  // namespace

unsigned longest_detour(const Fabric& fabric, const RouteTables& tables, unsigned decisions) {
  if (decisions == 1) return 2 * tables.longest;
  LateDetours late(fabric, tables);
  unsigned first_half = tables.longest;
  for (std::uint32_t column = 0; column < tables.columns; ++column) {
    first_half = std::max(first_half, late.longest(column, decisions));
  }
  return first_half + tables.longest;
}

}  // namespace fsin::routing

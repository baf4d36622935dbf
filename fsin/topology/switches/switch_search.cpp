// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/switch_search.hpp"

#include <algorithm>
#include <bit>

namespace fsin::topology {

bool SwitchSearch::spread(Words& reached, Words& fresh, Words& next) const {
  std::fill(next.begin(), next.end(), 0);
  for (std::uint32_t from = 0; from < fresh.size(); ++from) {
    if (fresh[from] == 0) continue;
    for (const SwitchGraph::Plug& plug : graph_.links_of(from)) {
      if (plug.exists()) next[plug.to] |= fresh[from];
    }
  }
  bool any = false;
  for (std::size_t i = 0; i < next.size(); ++i) {
    next[i] &= ~reached[i];
    reached[i] |= next[i];
    any = any || next[i] != 0;
  }
  std::swap(fresh, next);
  return any;
}

unsigned SwitchSearch::distance(std::uint32_t from, std::uint32_t to) const {
  std::vector<bool> seen(graph_.switches(), false);
  std::vector<std::uint32_t> front{from}, next;
  seen[from] = true;
  for (unsigned hops = 0; !front.empty(); ++hops) {
    next.clear();
    for (const std::uint32_t here : front) {
      if (here == to) return hops;
      for (const SwitchGraph::Plug& plug : graph_.links_of(here)) {
        if (!plug.exists() || seen[plug.to]) continue;
        seen[plug.to] = true;
        next.push_back(plug.to);
      }
    }
    std::swap(front, next);
  }
  return unreachable;
}

Distances SwitchSearch::distances() const {
  Distances distances;
  double sum = 0, pairs = 0;
  const auto switches =
      static_cast<std::uint32_t>(graph_.switches_of_rail());  // of the first rail; all rails are equal
  Words reached(switches), fresh(switches), next(switches);
  const auto count = [&](std::uint32_t first, unsigned links, bool itself) {
    for (std::uint32_t to = 0; to < switches; ++to) {
      for (std::uint64_t word = fresh[to]; word != 0; word &= word - 1) {
        const double from = graph_.terminals(first + static_cast<std::uint32_t>(std::countr_zero(word)));
        const double ways = from * (graph_.terminals(to) - (itself ? 1.0 : 0.0));
        if (from == 0 || graph_.terminals(to) == 0 || ways == 0) continue;
        sum += ways * links;
        pairs += ways;
        distances.diameter = std::max(distances.diameter, links);
      }
    }
  };
  for (std::uint32_t first = 0; first < switches; first += 64) {
    std::fill(reached.begin(), reached.end(), 0);
    std::fill(fresh.begin(), fresh.end(), 0);
    for (std::uint32_t i = 0; i < 64 && first + i < switches; ++i) {
      if (graph_.terminals(first + i) != 0) reached[first + i] = fresh[first + i] = std::uint64_t{1} << i;
    }
    count(first, 2, true);
    for (unsigned links = 3; spread(reached, fresh, next); ++links) count(first, links, false);
  }
  distances.average = pairs > 0 ? sum / pairs : 0;
  return distances;
}

}  // namespace fsin::topology

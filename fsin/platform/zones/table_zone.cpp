// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/zones/table_zone.hpp"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

namespace fsin::platform {

bool TableZone::add(PointNumber from, PointNumber to, Leg leg) {
  if (!routes_.try_emplace(pair(from, to), std::move(leg)).second) return false;
  if (chains_ && from != to) next_[from].push_back(to);
  return true;
}

bool TableZone::way(PointNumber from, PointNumber to, std::vector<Leg>& legs) const {
  const auto found = routes_.find(pair(from, to));
  if (from == to && found == routes_.end() && loopback_ != none) {
    legs.assign(1, Leg{{loopback_}});
    return true;
  }
  if (chains_ && from != to) return chain(from, to, legs);
  if (found == routes_.end()) return false;
  legs.assign(1, found->second);
  return true;
}

/// Dijkstra's algorithm; among equal costs, points are finished in the order in which they were reached.
bool TableZone::chain(PointNumber from, PointNumber to, std::vector<Leg>& legs) const {
  struct Reached {
    std::size_t links = 0;
    PointNumber before = none;
    bool settled = false;
  };
  using Open = std::tuple<std::size_t, std::size_t, PointNumber>;  // links, order of arrival, point
  std::unordered_map<PointNumber, Reached> reached;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  std::size_t arrivals = 0;
  reached[from] = {};
  open.emplace(0, arrivals++, from);
  while (!open.empty()) {
    const PointNumber at = std::get<2>(open.top());
    open.pop();
    if (std::exchange(reached[at].settled, true)) continue;
    if (at == to) break;
    const auto next = next_.find(at);
    if (next == next_.end()) continue;
    for (const PointNumber each : next->second) {
      const std::size_t links = reached[at].links + routes_.at(pair(at, each)).links.size();
      const auto [known, fresh] = reached.try_emplace(each, Reached{links, at, false});
      if (!fresh && (known->second.settled || known->second.links <= links)) continue;
      known->second = {links, at, false};
      open.emplace(links, arrivals++, each);
    }
  }
  const auto end = reached.find(to);
  if (end == reached.end() || !end->second.settled) return false;
  legs.clear();
  for (PointNumber at = to; at != from; at = reached[at].before)
    legs.push_back(routes_.at(pair(reached[at].before, at)));
  std::reverse(legs.begin(), legs.end());
  return true;
}

}  // namespace fsin::platform

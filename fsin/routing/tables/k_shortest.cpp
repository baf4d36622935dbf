// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/k_shortest.hpp"

#include <algorithm>

namespace fsin::routing {

KShortest::KShortest(const Fabric& fabric)
    : fabric_(fabric),
      banned_switch_(fabric.switches(), false),
      banned_link_(fabric.links(), false),
      best_(fabric.switches()),
      came_by_(fabric.switches()),
      stamp_(fabric.switches(), 0) {
  for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
    source_of_link_.insert(source_of_link_.end(), fabric.hops(from).size(), from);
  }
}

std::vector<KShortest::Path> KShortest::paths(std::uint32_t from, std::uint32_t to,
                                              const std::vector<std::uint64_t>& distance, unsigned k) {
  distance_ = &distance;
  waiting_.clear();
  std::vector<Path> found;
  Path first;
  if (!search(from, to, first)) return found;
  found.push_back(std::move(first));
  while (found.size() < k && from != to) {
    add_deviations(found, from, to);
    if (waiting_.empty()) break;
    found.push_back(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
  }
  return found;
}

/// Adds, for each switch of the newest path, the shortest continuation that no path found so far has after the same
/// beginning.
void KShortest::add_deviations(const std::vector<Path>& found, std::uint32_t from, std::uint32_t to) {
  const Path& newest = found.back();
  std::uint32_t spur = from;
  std::vector<std::uint32_t> passed;
  for (std::size_t i = 0; i < newest.size(); ++i) {
    Path banned;
    for (const Path& each : found) {
      if (each.size() > i && std::equal(each.begin(), each.begin() + static_cast<std::ptrdiff_t>(i), newest.begin())) {
        banned.push_back(each[i]);
      }
    }
    for (const std::uint32_t link : banned) banned_link_[link] = true;
    Path path(newest.begin(), newest.begin() + static_cast<std::ptrdiff_t>(i));
    if (search(spur, to, path)) waiting_.emplace(cost_of(path), path);
    for (const std::uint32_t link : banned) banned_link_[link] = false;
    banned_switch_[spur] = true;
    passed.push_back(spur);
    spur = fabric_.link(newest[i]).to;
  }
  for (const std::uint32_t number : passed) banned_switch_[number] = false;
}

std::uint64_t KShortest::cost_of(const Path& path) const {
  std::uint64_t sum = 0;
  for (const std::uint32_t link : path) sum += fabric_.cost(link);
  return sum;
}

void KShortest::push(Open open, std::uint64_t estimate) { open_[estimate].push_back(open); }

/// Appends the shortest path without banned links and switches to `path`. The estimate never exceeds the distance and
/// falls by at most the cost of a link over it, so that the best path of a switch is known when the switch is taken
/// out.
bool KShortest::search(std::uint32_t from, std::uint32_t to, Path& path) {
  ++search_;
  open_.clear();
  const auto reach = [&](std::uint32_t place, std::uint64_t cost, std::uint32_t by) {
    if ((*distance_)[place] == Fabric::no_path || (stamp_[place] == search_ && best_[place] <= cost)) return;
    stamp_[place] = search_;
    best_[place] = cost;
    came_by_[place] = by;
    push({place, cost}, cost + (*distance_)[place]);
  };
  reach(from, 0, 0);
  for (auto bucket = open_.begin(); bucket != open_.end(); bucket = open_.erase(bucket)) {
    while (!bucket->second.empty()) {
      const Open open = bucket->second.back();
      bucket->second.pop_back();
      if (open.cost != best_[open.place]) continue;
      if (open.place == to) {
        Path rest;
        for (std::uint32_t at = to; at != from; at = source_of_link_[came_by_[at]]) rest.push_back(came_by_[at]);
        path.insert(path.end(), rest.rbegin(), rest.rend());
        return true;
      }
      const auto hops = fabric_.hops(open.place);
      for (std::size_t i = hops.size(); i-- > 0;) {  // the lowest is taken out first
        const auto link = static_cast<std::uint32_t>(fabric_.first_link(open.place) + i);
        if (!banned_link_[link] && !banned_switch_[hops[i].to]) reach(hops[i].to, open.cost + fabric_.cost(link), link);
      }
    }
  }
  return false;
}

namespace {

/// Adds the path over the lowest ports to the first failed link.
void add_lost_path(const Fabric& fabric, LostWays& lost, std::uint32_t from, std::uint32_t to, RouteTables& tables) {
  std::vector<std::uint8_t> next = tables.lose(fabric, lost, from, to);
  if (next.empty()) return;
  tables.paths.push_back(static_cast<std::uint32_t>(tables.path_ports.size()));
  for (std::uint32_t at = from;;) {
    const std::uint8_t port = next.front();
    tables.path_ports.push_back(port);
    const auto hops = fabric.hops(at);
    const auto hop =
        std::find_if(hops.begin(), hops.end(), [port](const Fabric::Hop& each) { return each.port == port; });
    if (hop == hops.end()) return;
    at = hop->to;
    next = lost.ports(at, to);
  }
}

}  // namespace

RouteTables path_tables(const Fabric& fabric, unsigned k) {
  RouteTables tables(fabric);
  std::vector<std::vector<std::uint64_t>> distance(tables.columns);
  std::vector<std::uint32_t> order;
  for (std::uint32_t to = 0; to < tables.columns; ++to) fabric.costs_to(to, distance[to], order);
  KShortest search(fabric);
  LostWays lost(fabric);
  for (std::uint32_t from = 0; from < tables.columns; ++from) {
    for (std::uint32_t to = 0; to < tables.columns; ++to) {
      tables.pairs.push_back(static_cast<std::uint32_t>(tables.paths.size()));
      if (distance[to][from] == Fabric::no_path) {
        add_lost_path(fabric, lost, from, to, tables);
        continue;
      }
      for (const KShortest::Path& path : search.paths(from, to, distance[to], k)) {
        tables.paths.push_back(static_cast<std::uint32_t>(tables.path_ports.size()));
        for (const std::uint32_t link : path) tables.path_ports.push_back(fabric.link(link).port);
        tables.path_ports.push_back(leave);
        tables.longest = std::max(tables.longest, static_cast<unsigned>(path.size()));
      }
    }
  }
  tables.pairs.push_back(static_cast<std::uint32_t>(tables.paths.size()));
  return tables;
}

}  // namespace fsin::routing

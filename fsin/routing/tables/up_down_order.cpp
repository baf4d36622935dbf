// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/up_down_order.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

namespace fsin::routing {
namespace {

/// Links to one switch over legal paths, or their cost, by 2 * switch + phase: phase 1 has gone down and goes on down.
class LegalDistances {
 public:
  LegalDistances(const Fabric& fabric, const UpDownOrder& order) : fabric_(fabric), order_(order) {}

  /// Searches the distances to the nearest of these targets.
  void search(std::span<const std::uint32_t> targets) {
    distance_.assign(std::size_t{2} * fabric_.switches(), Fabric::no_path);
    queue_.clear();
    for (const std::uint32_t to : targets) {
      reach(2 * to, 0);
      reach(2 * to + 1, 0);
    }
    // Without costs, places come into the queue in ascending order of distance.
    for (std::size_t i = 0; i < queue_.size(); ++i) spread(queue_[i]);
    while (!open_.empty()) {
      const auto [distance, place] = open_.top();
      open_.pop();
      if (distance == distance_[place]) spread(place);
    }
  }
  std::uint64_t at(std::uint32_t number, unsigned phase) const { return distance_[2 * number + phase]; }

  /// Collects the ports on a shortest legal path.
  void collect(std::uint32_t from, unsigned phase, std::vector<std::uint8_t>& ports) const {
    const auto hops = fabric_.hops(from);
    for (std::uint32_t i = 0; i < hops.size(); ++i) {
      const Fabric::Hop& hop = hops[i];
      const bool down = order_.goes_down(from, hop.to);
      if (!down && (phase == 1 || !order_.goes_up(from, hop.to))) continue;
      const std::uint64_t onward = at(hop.to, down ? 1 : 0) + fabric_.cost(fabric_.first_link(from) + i);
      if (onward == at(from, phase)) ports.push_back(hop.port);
    }
  }

 private:
  void reach(std::uint32_t place, std::uint64_t distance) {
    if (distance_[place] <= distance) return;
    distance_[place] = distance;
    if (fabric_.is_weighed()) {
      open_.emplace(distance, place);
    } else {
      queue_.push_back(place);
    }
  }
  void spread(std::uint32_t place) {
    const std::uint32_t number = place / 2;
    const auto feeders = fabric_.feeders(number);
    for (std::size_t i = 0; i < feeders.size(); ++i) {
      const std::uint64_t distance = distance_[place] + fabric_.feeder_cost(number, i);
      const std::uint32_t from = feeders[i].from;
      if (place % 2 == 0) {
        if (order_.goes_up(from, number)) reach(2 * from, distance);
      } else if (order_.goes_down(from, number)) {
        reach(2 * from, distance);
        reach(2 * from + 1, distance);
      }
    }
  }

  const Fabric& fabric_;
  const UpDownOrder& order_;
  std::vector<std::uint64_t> distance_;
  using Open = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<std::uint32_t> queue_;                                     ///< places in the order of the search
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open_{};  ///< in its place where links have costs
};

/// The next ports of pairs that have no legal path. If a pair has another path, which only one-way links can cause, the
/// first such pair is recorded as cut off: the routing cannot serve it. If faults have cut off the destination, packets
/// keep to legal paths too, so that they add no cycle of waits: to the nearest switch whose path before the faults led
/// over a failed link.
class CutOffSwitches {
 public:
  CutOffSwitches(const Fabric& fabric, const UpDownOrder& order)
      : fabric_(fabric), lost_(fabric), to_edge_(fabric, order) {}

  std::vector<std::uint8_t> ports(RouteTables& tables, std::uint32_t from, unsigned phase, std::uint32_t to) {
    if (searched_ != to) search(to);
    if (distance_[from] == Fabric::far) {
      std::vector<std::uint8_t> whole = tables.lose(fabric_, lost_, from, to);
      if (whole.empty() || to_edge_.at(from, phase) == Fabric::no_path) return whole;
      if (to_edge_.at(from, phase) == 0) return failed_of(from, whole);
      std::vector<std::uint8_t> next;
      to_edge_.collect(from, phase, next);
      return next;
    }
    if (from < tables.columns && !tables.cut_off) tables.cut_off = cut_off_between(fabric_, from, to);
    return {};
  }

 private:
  void search(std::uint32_t to) {
    searched_ = to;
    fabric_.distances_to(to, distance_);
    std::vector<std::uint32_t> edge;
    for (std::uint32_t number = 0; number < fabric_.switches(); ++number) {
      if (distance_[number] == Fabric::far && !failed_of(number, lost_.ports(number, to)).empty()) {
        edge.push_back(number);
      }
    }
    to_edge_.search(edge);
  }
  std::vector<std::uint8_t> failed_of(std::uint32_t number, std::vector<std::uint8_t> ports) const {
    for (const Fabric::Hop& hop : fabric_.hops(number)) std::erase(ports, hop.port);
    return ports;
  }

  const Fabric& fabric_;
  LostWays lost_;
  LegalDistances to_edge_;
  std::uint32_t searched_ = Fabric::no_switch;
  std::vector<std::uint16_t> distance_;
};

std::vector<bool> reached_from(const Fabric& fabric, std::uint32_t start) {
  std::vector<bool> reached(fabric.switches(), false);
  std::vector<std::uint32_t> queue{start};
  reached[start] = true;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Fabric::Hop& hop : fabric.hops(queue[i])) {
      if (reached[hop.to]) continue;
      reached[hop.to] = true;
      queue.push_back(hop.to);
    }
  }
  return reached;
}

/// True if every switch has a path to every other one.
bool is_whole(const Fabric& fabric) {
  std::vector<std::uint16_t> distance;
  fabric.distances_to(0, distance);
  const std::vector<bool> reached = reached_from(fabric, 0);
  const bool all_reach = std::count(distance.begin(), distance.end(), Fabric::far) == 0;
  return all_reach && std::count(reached.begin(), reached.end(), false) == 0;
}

}  // namespace

UpDownOrder::UpDownOrder(const Fabric& fabric, std::uint32_t root) : fabric_(fabric) {
  level_.assign(fabric.switches(), Fabric::far);
  level_[root] = 0;
  grow(fabric, {root});
  grow_rest();
}

UpDownOrder::UpDownOrder(const Fabric& fabric, const Fabric& steady, std::uint32_t root) : fabric_(fabric) {
  level_.assign(fabric.switches(), Fabric::far);
  level_[root] = 0;
  grow(steady, {root});
  // The others are behind all of these, so that their links to them go up.
  std::uint16_t last = 0;
  for (const std::uint16_t level : level_) last = level == Fabric::far ? last : std::max(last, level);
  const auto reached = [this](const Fabric::Feeder& feeder) { return level_[feeder.from] != Fabric::far; };
  std::vector<std::uint32_t> edge;
  for (std::uint32_t number = 0; number < fabric.switches(); ++number) {
    const auto feeders = fabric.feeders(number);
    if (level_[number] == Fabric::far && std::any_of(feeders.begin(), feeders.end(), reached)) edge.push_back(number);
  }
  for (const std::uint32_t number : edge) level_[number] = static_cast<std::uint16_t>(last + 1);
  grow(fabric, std::move(edge));
  grow_rest();
}

/// Goes on from switches that have been reached, in the order of the search.
void UpDownOrder::grow(const Fabric& links, std::vector<std::uint32_t> reached) {
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Fabric::Hop& hop : links.hops(reached[i])) {
      if (level_[hop.to] != Fabric::far) continue;
      level_[hop.to] = static_cast<std::uint16_t>(level_[reached[i]] + 1);
      reached.push_back(hop.to);
    }
  }
}

void UpDownOrder::grow_rest() {
  for (std::uint32_t number = 0; number < fabric_.switches(); ++number) {
    if (level_[number] != Fabric::far) continue;
    level_[number] = 0;
    grow(fabric_, {number});
  }
}

std::vector<std::uint8_t> UpDownOrder::came_down() const {
  std::vector<std::uint8_t> down(fabric_.switch_of_router().size() * fabric_.ports(), 0);
  for_each_link([&](std::size_t queue, bool goes_down) {
    if (goes_down) down[queue] = 1;
  });
  return down;
}

std::uint32_t central_switch(const Fabric& fabric) {
  // Rank of a switch: number of switches without a path to or from it, distance of the farthest switch that reaches it,
  // and its router.
  using Rank = std::tuple<std::size_t, unsigned, std::uint32_t>;
  const bool in_pieces = !is_whole(fabric);
  std::uint32_t best = 0;
  Rank least{~std::size_t{0}, 0, 0};
  std::vector<std::uint16_t> distance;
  for (std::uint32_t number = 0; number < fabric.switches(); ++number) {
    fabric.distances_to(number, distance);
    const std::vector<bool> reached = in_pieces ? reached_from(fabric, number) : std::vector<bool>{};
    std::size_t cut_off = 0;
    unsigned farthest = 0;
    for (std::uint32_t other = 0; other < fabric.switches(); ++other) {
      if (in_pieces && (distance[other] == Fabric::far || !reached[other])) {
        ++cut_off;
      } else {
        farthest = std::max<unsigned>(farthest, distance[other]);
      }
    }
    const Rank rank{cut_off, farthest, fabric.router_of(number)};
    if (rank >= least) continue;
    best = number;
    least = rank;
  }
  return best;
}

RouteTables up_down_tables(const Fabric& fabric, const UpDownOrder& order, PortChoice choice) {
  RouteTables tables(fabric);
  PortSets lists;
  const std::size_t cells = std::size_t{2} * tables.switches * tables.columns;
  const bool one = choice == PortChoice::first;
  (one ? tables.ports.resize(cells) : tables.sets.resize(cells));
  LegalDistances distances(fabric, order);
  CutOffSwitches cut_off(fabric, order);
  std::vector<std::uint8_t> next;
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    distances.search({&to, 1});
    for (std::uint32_t from = 0; from < tables.switches; ++from) {
      for (const unsigned phase : {0U, 1U}) {
        next.clear();
        if (distances.at(from, phase) != Fabric::no_path) {
          if (phase == 0 && from < tables.columns && !fabric.is_weighed()) {
            tables.longest = std::max(tables.longest, static_cast<unsigned>(distances.at(from, 0)));
          }
          if (from == to) next.push_back(leave);
          distances.collect(from, phase, next);
        } else if (distances.at(from, 0) == Fabric::no_path) {
          next = cut_off.ports(tables, from, phase, to);
        }
        if (next.empty()) continue;
        const std::size_t cell = (std::size_t{2} * from + phase) * tables.columns + to;
        if (one) {
          tables.ports[cell] = next.front();
        } else {
          tables.sets[cell] = lists.add(next);
        }
      }
    }
  }
  tables.lists = std::move(lists).take();
  tables.came_down = order.came_down();
  return tables;
}

RouteTables up_down_tables(const UpDownLinks& links, const UpDownOrder& order) {
  RouteTables tables(links.all);
  tables.ports.resize(std::size_t{2} * tables.switches * tables.columns);
  std::array<LegalDistances, 3> ways{LegalDistances(links.steady, order), LegalDistances(links.now, order),
                                     LegalDistances(links.all, order)};
  std::vector<std::uint8_t> next;
  for (std::uint32_t to = 0; to < tables.columns; ++to) {
    for (LegalDistances& each : ways) each.search({&to, 1});
    for (std::uint32_t from = 0; from < tables.switches; ++from) {
      for (const unsigned phase : {0U, 1U}) {
        next.clear();
        if (from == to) next.push_back(leave);
        for (auto each = ways.begin(); next.empty() && each != ways.end(); ++each) {
          if (each->at(from, phase) != Fabric::no_path) each->collect(from, phase, next);
        }
        if (!next.empty()) {
          tables.ports[(std::size_t{2} * from + phase) * tables.columns + to] = next.front();
        } else if (phase == 0 && from < tables.columns && !tables.cut_off) {
          tables.cut_off = cut_off_between(links.all, from, to);
        }
      }
    }
  }
  tables.came_down = order.came_down();
  return tables;
}

}  // namespace fsin::routing

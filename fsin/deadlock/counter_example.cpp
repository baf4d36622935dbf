// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/counter_example.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

#include "fsin/core/rng.hpp"
#include "fsin/core/text.hpp"

namespace fsin::deadlock {
namespace {

constexpr std::size_t most_walked = 100'000;  ///< largest number of queues visited by a walk or a search
constexpr std::size_t most_starts = 32;       ///< number of queues from which a shortest cycle is searched
constexpr std::size_t most_lines = 12;

/// Graph of the full queues that wait for each other, on the network itself instead of its classes.
class WaitGraph {
 public:
  WaitGraph(const Fold& fold, const WaitSets& waits, const ClosedSet& closed)
      : fold_(fold), waits_(waits), closed_(closed), holding_(fold.classes()) {
    for (std::uint32_t i = 0; i < waits.sets().size(); ++i) {
      if (closed.sets[i] && closed.queues[waits.sets()[i].queue_class]) {
        holding_[waits.sets()[i].queue_class].push_back(i);
      }
    }
    for (auto& sets : holding_) {
      std::stable_sort(sets.begin(), sets.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return waits.sets()[a].count < waits.sets()[b].count; });
    }
  }

  /// Calls visit(queue, set) for each queue that a packet at the head of `at` may wait for; stops when it returns true.
  template <class Visit>
  void for_each(QueuePlace at, Visit visit) const {
    for (const std::uint32_t number : holding_[fold_.class_of(at)]) {
      for (const std::uint16_t out : waits_.outs(waits_.sets()[number])) {
        QueuePlace next;
        if (!fold_.target(at.router, out, next)) continue;
        if (!closed_.queues[fold_.class_of(next)]) next = {at.router, out};  // the bubble that is missing there
        if (visit(next, number)) return;
      }
    }
  }

  Blocked blocked(QueuePlace at, std::uint32_t number) const {
    const WaitSets::Set& set = waits_.sets()[number];
    const auto outs = waits_.outs(set);
    return {at, fold_.image(set.example.destination, set.example.queue.router, at.router), {outs.begin(), outs.end()}};
  }

 private:
  const Fold& fold_;
  const WaitSets& waits_;
  const ClosedSet& closed_;
  std::vector<std::vector<std::uint32_t>> holding_;  ///< wait sets of each class that hold
};

std::uint64_t key_of(QueuePlace queue) { return std::uint64_t{queue.router} << 32U | queue.queue; }

struct Visited {
  QueuePlace queue;
  std::size_t from = 0;   ///< place of the previous queue in the list
  std::uint32_t set = 0;  ///< wait set by which `from` waits for this queue
};

/// Queues that wait for each other in a cycle, in order: found by a walk that returns to a queue.
std::vector<QueuePlace> walk_round(const WaitGraph& graph, QueuePlace start) {
  std::unordered_map<std::uint64_t, std::size_t> seen;
  std::vector<QueuePlace> path;
  QueuePlace at = start;
  while (path.size() < most_walked && seen.emplace(key_of(at), path.size()).second) {
    path.push_back(at);
    graph.for_each(at, [&](QueuePlace next, std::uint32_t) {
      at = next;
      return true;
    });
  }
  const auto back = seen.find(key_of(at));
  if (back == seen.end()) return {start};
  return {path.begin() + static_cast<std::ptrdiff_t>(back->second), path.end()};
}

std::vector<Blocked> shortest_cycle(const WaitGraph& graph, QueuePlace start) {
  std::unordered_map<std::uint64_t, std::size_t> seen{{key_of(start), 0}};
  std::vector<Visited> visited{{start}};
  for (std::size_t i = 0; i < visited.size() && visited.size() < most_walked; ++i) {
    bool closes = false;
    std::uint32_t last = 0;
    const QueuePlace here = visited[i].queue;
    graph.for_each(here, [&](QueuePlace next, std::uint32_t set) {
      closes = next == start;
      last = set;
      if (!closes && seen.emplace(key_of(next), visited.size()).second) visited.push_back({next, i, set});
      return closes;
    });
    if (!closes) continue;
    std::vector<Blocked> cycle;
    std::uint32_t set = last;
    for (std::size_t at = i;; at = visited[at].from) {
      cycle.push_back(graph.blocked(visited[at].queue, set));
      if (at == 0) break;
      set = visited[at].set;
    }
    std::reverse(cycle.begin(), cycle.end());
    return cycle;
  }
  return {};
}

}  // namespace

std::vector<Blocked> find_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed) {
  const WaitGraph graph(fold, waits, closed);
  const auto first = std::find(closed.queues.begin(), closed.queues.end(), true);
  if (first == closed.queues.end()) return {};
  const auto start = fold.queue_of(static_cast<std::uint32_t>(first - closed.queues.begin()));
  const std::vector<QueuePlace> circle = walk_round(graph, start);
  std::vector<Blocked> best;
  for (std::size_t i = 0; i < circle.size() && i < most_starts; ++i) {
    std::vector<Blocked> cycle = shortest_cycle(graph, circle[i]);
    if (!cycle.empty() && (best.empty() || cycle.size() < best.size())) best = std::move(cycle);
  }
  return best;
}

std::vector<Blocked> random_cycle(const Fold& fold, const WaitSets& waits, const ClosedSet& closed,
                                  std::uint64_t number) {
  constexpr std::size_t most_steps = 1000;
  if (closed.size == 0) return {};
  const WaitGraph graph(fold, waits, closed);
  const StreamKey stream{number, Purpose::permutation};
  std::uint32_t draws = 0;
  const auto draw = [&](std::size_t n) {
    return scale_draw(philox(stream, draws++, 0)[0], static_cast<std::uint32_t>(n));
  };
  const auto routers = static_cast<std::uint32_t>(fold.topology().graph.routers());
  QueuePlace at{draw(routers), draw(fold.transit_queues())};
  while (!closed.queues[fold.class_of(at)]) at = {draw(routers), draw(fold.transit_queues())};
  std::unordered_map<std::uint64_t, std::size_t> seen;
  std::vector<Blocked> path;
  while (path.size() < most_steps && seen.emplace(key_of(at), path.size()).second) {
    std::vector<std::pair<QueuePlace, std::uint32_t>> ways;
    graph.for_each(at, [&](QueuePlace next, std::uint32_t set) {
      ways.emplace_back(next, set);
      return false;
    });
    if (ways.empty()) return {};
    const auto [next, set] = ways[draw(ways.size())];
    path.push_back(graph.blocked(at, set));
    at = next;
  }
  const auto back = seen.find(key_of(at));
  if (back == seen.end()) return {};
  return {path.begin() + static_cast<std::ptrdiff_t>(back->second), path.end()};
}

std::string queue_name(const Fold& fold, QueuePlace queue) {
  const topology::Geometry& geometry = *fold.topology().geometry;
  const std::string router = geometry.router_name(RouterId(queue.router));
  if (queue.queue >= fold.transit_queues()) return fmt::format("injection queue of {}", router);
  return fmt::format("queue {} VC {} of {}", geometry.port_name(queue.queue / fold.vcs()), queue.queue % fold.vcs(),
                     router);
}

std::vector<std::string> cycle_lines(const Fold& fold, const std::vector<Blocked>& cycle) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < cycle.size() && i < most_lines; ++i) {
    const Blocked& blocked = cycle[i];
    const Blocked& next = cycle[(i + 1) % cycle.size()];
    const std::string others =
        blocked.outs.size() == 1 ? "" : fmt::format(" or {}, full as well", counted(blocked.outs.size() - 1, "other"));
    lines.push_back(fmt::format("{} is full of packets for {} that wait for {}{}", queue_name(fold, blocked.queue),
                                fold.topology().geometry->router_name(RouterId(blocked.destination)),
                                queue_name(fold, next.queue), others));
  }
  if (cycle.size() > most_lines) lines.push_back(fmt::format("... and {} more", cycle.size() - most_lines));
  return lines;
}

}  // namespace fsin::deadlock

// SPDX-License-Identifier: Apache-2.0
// Which queues the packets in a queue may wait for, and whether all this can come to a standstill. Room in the next
// queue is all that a packet needs. fsin/deadlock decides the same for whole networks, by other means; the two check
// each other.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace routing_tests {

class Waits {
 public:
  /// A packet that there can be in queue `held`, by the queues that it may go to. Packets that are at their destination
  /// wait for nobody and are not added.
  void add(std::size_t held, std::set<std::size_t> wanted) { packets_[held].insert(std::move(wanted)); }

  /// Whether some queues wait for each other in a circle, each for the next one as one of several perhaps.
  bool has_cycle() const;

  /// Whether there are queues whose packets only wait for each other: the largest set of queues in each of which some
  /// packet has no way out of the set. F. Verbeek, J. Schmaltz, On necessary and sufficient conditions for
  /// deadlock-free routing in wormhole networks, IEEE TPDS 22(12), 2011, for packets that occupy one queue.
  bool can_deadlock() const;

 private:
  std::map<std::size_t, std::set<std::set<std::size_t>>> packets_;  ///< by queue
};

/// By taking away, again and again, what nothing waits for.
inline bool Waits::has_cycle() const {
  std::map<std::size_t, unsigned> waited_for;
  std::map<std::size_t, std::set<std::size_t>> next;
  for (const auto& [held, packets] : packets_) {
    waited_for.try_emplace(held, 0);
    for (const std::set<std::size_t>& wanted : packets) {
      for (const std::size_t to : wanted) {
        if (next[held].insert(to).second) ++waited_for[to];
      }
    }
  }
  std::vector<std::size_t> free;
  for (const auto& [queue, count] : waited_for) {
    if (count == 0) free.push_back(queue);
  }
  std::size_t gone = 0;
  for (; !free.empty(); ++gone) {
    const std::size_t queue = free.back();
    free.pop_back();
    for (const std::size_t to : next[queue]) {
      if (--waited_for[to] == 0) free.push_back(to);
    }
  }
  return gone != waited_for.size();
}

/// By taking away, again and again, queues whose packets all have a way out.
inline bool Waits::can_deadlock() const {
  std::set<std::size_t> stuck;
  for (const auto& [held, packets] : packets_) stuck.insert(held);
  const auto leaves = [&](const std::set<std::size_t>& wanted) {
    for (const std::size_t to : wanted) {
      if (stuck.count(to) == 0) return true;
    }
    return false;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [held, packets] : packets_) {
      bool all_leave = true;
      for (const std::set<std::size_t>& wanted : packets) all_leave = all_leave && leaves(wanted);
      if (all_leave && stuck.erase(held) > 0) changed = true;
    }
  }
  return !stuck.empty();
}

}  // namespace routing_tests

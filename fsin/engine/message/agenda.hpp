// SPDX-License-Identifier: Apache-2.0
// When each node or rank is asked next: one cycle each, and those of a cycle in ascending order.
#pragma once

#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::engine::message {

class Agenda {
 public:
  explicit Agenda(std::size_t size) : due_(size, never) {}

  /// At this cycle, unless it is asked sooner anyway.
  void plan(std::uint32_t who, Cycle cycle) {
    if (cycle >= due_[who]) return;
    due_[who] = cycle;
    entries_.push({cycle, who});
  }

  Cycle next() const { return entries_.empty() ? never : entries_.top().first; }

  /// Calls ask(who) for all that are due up to `now`; each may plan again.
  template <class Ask>
  void serve(Cycle now, Ask ask) {
    while (next() <= now) {
      const auto [cycle, who] = entries_.top();
      entries_.pop();
      if (due_[who] != cycle) continue;  // asked sooner
      due_[who] = never;
      ask(who);
    }
  }

 private:
  using Entry = std::pair<Cycle, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries_;
  std::vector<Cycle> due_;  ///< by node or rank
};

}  // namespace fsin::engine::message

// SPDX-License-Identifier: Apache-2.0
// The cycle in which each node or rank is served next: one cycle each, and those due in one cycle in ascending order.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/engine/message/quad_heap.hpp"

namespace fsin::engine::message {

class Agenda {
 public:
  explicit Agenda(std::size_t size) : due_(size, never) {}

  /// Plans node or rank `who` for this cycle, unless it is already due sooner.
  void plan(std::uint32_t who, Cycle cycle) {
    if (cycle >= due_[who]) return;
    due_[who] = cycle;
    entries_.push({cycle, who});
  }

  /// Bytes for each node or rank; some stand in the list twice.
  static constexpr double bytes_of_one() { return sizeof(Cycle) + 1.5 * sizeof(Entry); }

  Cycle next() const { return entries_.empty() ? never : entries_.top().cycle; }

  /// Calls ask(who) for all that are due up to `now`; each may plan again.
  template <class Ask>
  void serve(Cycle now, Ask ask) {
    while (next() <= now) {
      const auto [cycle, who] = entries_.top();
      entries_.pop();
      if (due_[who] != cycle) continue;  // served sooner
      due_[who] = never;
      ask(who);
    }
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.entries_, self.due_);
  }

 private:
  struct Entry {
    Cycle cycle = 0;
    std::uint32_t who = 0;

    bool operator<(const Entry& other) const { return place_of(cycle, who) < place_of(other.cycle, other.who); }
  };
  QuadHeap<Entry> entries_;
  std::vector<Cycle> due_;  ///< cycle of each node or rank
};

}  // namespace fsin::engine::message

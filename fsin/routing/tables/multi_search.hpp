// SPDX-License-Identifier: Apache-2.0
// Breadth-first search towards 64 switches at once: a bit of a word stands for each, so that a link is looked at once
// for all of them that are as far away. M. Then et al., The more the merrier: efficient multi-source graph traversal,
// PVLDB 8(4), 2014.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fsin/routing/tables/fabric.hpp"

namespace fsin::routing {

class MultiSearch {
 public:
  static constexpr std::uint32_t width = 64;

  explicit MultiSearch(const Fabric& fabric)
      : fabric_(fabric), reached_(fabric.switches()), last_(fabric.switches()), next_(fabric.switches()) {}

  /// Searches towards switches first .. first + count - 1, at most `width`. Calls found(from, distance, targets) once
  /// for each switch and distance at which there are any of them: bit i is target first + i.
  template <class Found>
  void towards(std::uint32_t first, std::uint32_t count, Found found) {
    reached_.assign(reached_.size(), 0);
    active_.clear();
    for (std::uint32_t i = 0; i < count; ++i) found(first + i, 0U, std::uint64_t{1} << i);
    for (std::uint32_t i = 0; i < count; ++i) {
      last_[first + i] = reached_[first + i] = std::uint64_t{1} << i;
      active_.push_back(first + i);
    }
    for (unsigned distance = 1; !active_.empty(); ++distance) {
      spread();
      for (const std::uint32_t from : touched_) found(from, distance, next_[from]);
      step();
    }
  }

  /// During a call of found() at a distance above 0: targets that are one link nearer to this switch.
  std::uint64_t nearer(std::uint32_t from) const { return last_[from]; }
  /// After the search: targets to which there is a path.
  std::uint64_t reached(std::uint32_t from) const { return reached_[from]; }

 private:
  void spread() {
    touched_.clear();
    for (const std::uint32_t to : active_) {
      for (const Fabric::Feeder& feeder : fabric_.feeders(to)) {
        const std::uint64_t more = last_[to] & ~reached_[feeder.from];
        if (more == 0) continue;
        if (next_[feeder.from] == 0) touched_.push_back(feeder.from);
        next_[feeder.from] |= more;
      }
    }
  }
  void step() {
    for (const std::uint32_t before : active_) last_[before] = 0;
    for (const std::uint32_t from : touched_) {
      last_[from] = std::exchange(next_[from], 0);
      reached_[from] |= last_[from];
    }
    active_.swap(touched_);
  }

  const Fabric& fabric_;
  std::vector<std::uint64_t> reached_, last_, next_;  ///< by switch; `last_`: reached at the distance before
  std::vector<std::uint32_t> active_, touched_;       ///< switches with bits in last_ and next_
};

}  // namespace fsin::routing

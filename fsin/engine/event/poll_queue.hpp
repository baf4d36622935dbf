// SPDX-License-Identifier: Apache-2.0
// Planned polls of nodes: a wheel for the near future, a heap for CPU bursts and rare sources.
#pragma once

#include <algorithm>
#include <vector>

#include "fsin/engine/event/wheel.hpp"

namespace fsin::engine::event {

class PollQueue {
 public:
  static constexpr Cycle span = 4000;
  struct Far {
    Cycle at;
    std::uint32_t node;
    bool operator<(const Far& other) const { return at > other.at; }
  };

  PollQueue() : near_(span) {}

  /// Plans a poll of the node in cycle `at` > now.
  void add(Cycle now, Cycle at, std::uint32_t node) {
    if (at - now <= near_.horizon()) {
      near_.add(at, node);
    } else {
      far_.push_back({at, node});
      std::push_heap(far_.begin(), far_.end());
    }
  }
  Cycle next() const {
    const Cycle far = far_.empty() ? never : far_.front().at;
    return std::min(near_.next(), far);
  }
  template <class Use>
  void drain(Cycle at, Use use) {
    near_.drain(at, [&](const std::uint32_t* nodes, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) use(nodes[i]);
    });
    while (!far_.empty() && far_.front().at == at) {
      use(far_.front().node);
      std::pop_heap(far_.begin(), far_.end());
      far_.pop_back();
    }
  }
  /// Calls use(at, node) for all planned polls; `now` is the last cycle taken.
  template <class Use>
  void for_each(Cycle now, Use use) const {
    near_.for_each(now, use);
    for (const Far& far : far_) use(far.at, far.node);
  }

 private:
  Wheel<std::uint32_t> near_;
  std::vector<Far> far_;  ///< a heap
};

}  // namespace fsin::engine::event

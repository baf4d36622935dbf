// SPDX-License-Identifier: Apache-2.0
// When each node wants to be asked for packets: a wheel for the near future, a heap for CPU bursts and rare sources.
#pragma once

#include <algorithm>
#include <queue>
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

  /// `at` > now.
  void add(Cycle now, Cycle at, std::uint32_t node) {
    if (at - now <= near_.horizon()) {
      near_.add(at, node);
    } else {
      far_.push({at, node});
    }
  }
  Cycle next(Cycle from) const {
    const Cycle far = far_.empty() ? never : far_.top().at;
    return std::min(near_.next(from), far);
  }
  template <class Use>
  void drain(Cycle at, Use use) {
    near_.drain(at, [&](const std::uint32_t* nodes, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) use(nodes[i]);
    });
    while (!far_.empty() && far_.top().at == at) {
      use(far_.top().node);
      far_.pop();
    }
  }

 private:
  Wheel<std::uint32_t> near_;
  std::priority_queue<Far> far_;
};

}  // namespace fsin::engine::event

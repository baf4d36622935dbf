// SPDX-License-Identifier: Apache-2.0
// The time of a part of the network: the cycle, and the tick, which is the cycle relative to an origin that is moved
// from time to time, so that ticks fit into 32 bits.
#pragma once

#include <algorithm>

#include "fsin/core/ids.hpp"
#include "fsin/network/layout.hpp"

namespace fsin::engine::event {

class Clock {
 public:
  /// The origin is moved once a tick would be `reach` or more; the move leaves `keep` ticks behind it.
  Clock(Cycle reach, Cycle keep) : reach_(reach), keep_(keep) {}

  Cycle cycle = 0;         ///< current cycle
  network::Tick tick = 0;  ///< the same, relative to the origin

  void advance_to(Cycle to) {
    cycle = to;
    tick = static_cast<network::Tick>(cycle - origin_);
  }
  /// True if the cycle is not before the origin, and so has a tick.
  bool reaches(Cycle at) const { return at >= origin_; }
  /// The tick of a cycle that is not before the origin; the last tick for a cycle beyond the reach.
  network::Tick tick_of(Cycle at) const {
    return static_cast<network::Tick>(std::min<Cycle>(at - origin_, network::no_tick - 2));
  }
  /// Distance by which the origin has to move before cycle `at`; 0 most of the time.
  Cycle origin_lags_by(Cycle at) const { return at - origin_ >= reach_ ? at - origin_ - keep_ : 0; }
  void move_origin(Cycle by) { origin_ += by; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.tick, self.cycle, self.origin_);
  }

 private:
  Cycle origin_ = 0;
  Cycle reach_;
  Cycle keep_;
};

}  // namespace fsin::engine::event

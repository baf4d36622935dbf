// SPDX-License-Identifier: Apache-2.0
// The times of the links of a design, by class (topology::Geometry::link_classes): docs/model/router.md, "Links of
// different speed and delay". A cycle is the time in which a link of network.link.bandwidth moves a phit; a link of
// another class needs a whole number of cycles for each phit.
#pragma once

#include <algorithm>

#include "fsin/engine/limits.hpp"

namespace fsin::engine {

struct LinkTimes {
  unsigned phit_cycles = 1;  ///< cycles that a phit needs to cross, 1..max_phit_cycles
  unsigned delay = 0;        ///< further cycles until the phit is in the next queue

  /// Cycles from the start of a header to the first cycle in which it is in the next queue.
  unsigned hop() const { return phit_cycles + delay; }
  bool operator==(const LinkTimes&) const = default;
};

/// Extremes over all classes of links of a design.
struct LinkSpread {
  unsigned slowest = 1;        ///< largest number of cycles for a phit
  unsigned fastest = 1;        ///< smallest number
  unsigned longest_delay = 0;  ///< cycles
  unsigned longest_hop = 1;    ///< cycles
  unsigned shortest_hop = 1;   ///< cycles

  explicit LinkSpread(LinkTimes first)
      : slowest(first.phit_cycles),
        fastest(first.phit_cycles),
        longest_delay(first.delay),
        longest_hop(first.hop()),
        shortest_hop(first.hop()) {}
  void add(LinkTimes times) {
    slowest = std::max(slowest, times.phit_cycles);
    fastest = std::min(fastest, times.phit_cycles);
    longest_delay = std::max(longest_delay, times.delay);
    longest_hop = std::max(longest_hop, times.hop());
    shortest_hop = std::min(shortest_hop, times.hop());
  }
};

}  // namespace fsin::engine

// SPDX-License-Identifier: Apache-2.0
// The largest closed set of queues: all queues that can be full of packets none of which can ever move.
// docs/model/analysis.md, "Freedom from deadlock", has the definition and the proof; this is a worklist algorithm for
// it, linear in the sum of the sizes of the wait sets.
//
// All queues are in the set at first. A wait set holds as long as each of its channels is shut, and a queue stays as
// long as one of its wait sets holds. A channel is shut as long as the queue that it feeds is in the set; if it enters
// a protected ring and the bubble is counted in the router's own queue of the ring, it is shut as long as this queue or
// the one that it feeds is in the set. The queues of a protected ring that keeps a slot free stay only as long as a
// wait set holds, at one of them at least, that does not contain the channel by which the packet would go on in the
// ring.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/fold.hpp"
#include "fsin/deadlock/waits.hpp"

namespace fsin::deadlock {

/// Properties of the bubble (engine/rules.hpp; docs/model/router.md, "Room and bubble").
struct Protection {
  /// Virtual channels whose rings a packet may enter only if it finds a bubble, as a mask.
  std::uint16_t channels = 0;
  bool counts_here = false;   ///< the bubble is counted in the router's own queue of the ring
  bool keeps_a_slot = false;  ///< a protected ring always has a free slot

  bool covers(unsigned vc) const { return (channels >> vc & 1U) != 0; }
};

struct ClosedSet {
  std::vector<bool> queues;  ///< for each class: true if it is in the set
  std::vector<bool> sets;    ///< for each wait set: true if it holds
  std::size_t size = 0;      ///< number of classes in the set
};

/// Computes the set. `opening`: virtual channels, as a mask, that count as ways out; the others stay shut for ever.
ClosedSet largest_closed_set(const Fold& fold, const WaitSets& waits, const Protection& protection,
                             std::uint32_t opening = ~0U);

}  // namespace fsin::deadlock

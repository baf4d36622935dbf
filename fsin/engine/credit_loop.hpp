// SPDX-License-Identifier: Apache-2.0
// The round trip of data and credit: how much of a link the queues at its end can keep busy.
//
// A slot of the next queue is taken by a packet that starts in cycle t. Its header arrives in t + W and begins to
// leave, if nothing holds it up, in t + W + 1 + R; its tail leaves L - 1 cycles later and the sender hears of it in t +
// W + R + L + C. So a slot serves one packet of L phits in T = L + W + R + C + 1 cycles, and n slots keep a link busy
// for min(1, n L / T) of the time. A header that takes over the slot of a leaver gains nothing where packets are of
// equal length: the next one cannot start before the leaver is gone.
//
// Where a header waits for its tail (FlowControl::whole_packet), the packet comes and goes one after the other: T = 2 L
// + W + R + C.
//
// A link that needs s cycles for each phit carries 1 / s phits a cycle at most. Where packets go on over links of the
// same speed, L s takes the place of L above, and T = (2 L - 1) s + 1 + W + R + C where headers wait for their tails.
//
// n is the number of slots, in all virtual channels that the link can use, of which a packet may take the last: all of
// them for packets that go straight on. Where the bubble tests the next queue, packets that enter a ring leave b - 1 of
// each protected channel alone.
//
// Not modelled: packets shorter than L, which fill slots with less; virtual channels that are drawn at random and are
// taken or full at the time; other packets in the way. All of these make it less.
#pragma once

#include <cstdint>

#include "fsin/engine/design.hpp"

namespace fsin::engine {

struct CreditLoop {
  std::uint64_t round_trip = 0;  ///< T: cycles between the starts of two packets in one slot
  unsigned crossings = 1;        ///< of the whole packet in T: 2 where its tail must have come before it goes on
  unsigned channels = 1;         ///< virtual channels that can carry the packets of one link at the same time
  double wire = 1;               ///< phits a cycle that the link itself carries
  double link = 1;               ///< phits a cycle that it carries with these queues at most, whatever the traffic
  double stream = 1;             ///< the same when all packets enter a ring over it, as those of one node to the next
  std::uint64_t queue = 1;       ///< packets: the smallest `router.queue` at which `stream` is `wire`
  /// Phits: the shortest packet with which the longest queues do, where `queue` is longer than those.
  std::uint64_t packet_phits = 1;
  std::uint64_t queue_alone = 1;  ///< the same over one virtual channel alone, the one with fewest slots to use
};

/// Of the links with these times. In a ring, of the links that packets can use least: those across its dateline, where
/// there is one.
CreditLoop credit_loop(const Design& design, LinkTimes link);
/// The class of links whose queues take most from what the wire carries; the first of equals.
unsigned most_limited_links(const Design& design);
/// Of those.
CreditLoop credit_loop(const Design& design);

}  // namespace fsin::engine

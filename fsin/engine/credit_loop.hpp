// SPDX-License-Identifier: Apache-2.0
// The round trip of data and credit: the fraction of a link that the queues at its end can keep busy.
//
// A slot of the next queue is taken by a packet that starts in cycle t. Its header arrives in t + W and begins to
// leave, if nothing holds it up, in t + W + 1 + R; its tail leaves L - 1 cycles later and the sender hears of it in t +
// W + R + L + C. So a slot serves one packet of L phits in T = L + W + R + C + 1 cycles, and n slots keep a link busy
// for min(1, n L / T) of the time. A header that takes over the slot of a leaving packet gains nothing if packets are
// of equal length: the next one cannot start before the leaving packet is gone.
//
// Where a header waits for its tail (FlowControl::whole_packet), arrival and departure of a packet do not overlap: T =
// 2 L + W + R + C.
//
// A link that needs s cycles for each phit carries 1 / s phits a cycle at most. If packets go on over links of the same
// speed, L s takes the place of L above, and T = (2 L - 1) s + 1 + W + R + C if headers wait for their tails.
//
// n is the number of slots that packets may fill, in all virtual channels that the link can use: all slots for packets
// that go straight on. If the bubble tests the next queue, packets that enter a ring leave b - 1 slots of each
// protected channel free.
//
// Not modelled: packets shorter than L, which leave part of their slots empty; virtual channels that are drawn at
// random and happen to be owned or full; other packets in the way. Each of these lowers the figure.
#pragma once

#include <cstdint>

#include "fsin/engine/design.hpp"

namespace fsin::engine {

struct CreditLoop {
  std::uint64_t round_trip = 0;  ///< T: cycles between the starts of two packets in one slot
  unsigned crossings = 1;  ///< crossings of the whole packet in T: 2 if its tail must have arrived before it goes on
  unsigned channels = 1;   ///< virtual channels that can carry the packets of one link at the same time
  double wire = 1;         ///< bandwidth of the link itself, phits a cycle
  double link = 1;         ///< upper bound of the link with these queues, phits a cycle, whatever the traffic
  double stream = 1;  ///< the same if all packets enter a ring over the link, such as those of one node to the next
  std::uint64_t queue = 1;  ///< smallest `router.queue` at which `stream` equals `wire`, packets
  /// Phits of the shortest packet for which the longest permitted queues suffice, if `queue` is longer than those.
  std::uint64_t packet_phits = 1;
  /// As `queue`, over one virtual channel alone, the one with the fewest usable slots.
  std::uint64_t queue_alone = 1;
};

/// The credit loop of the links with these times. In a ring with a dateline, of the links across the dateline, which
/// packets can use least.
CreditLoop credit_loop(const Design& design, LinkTimes link);
/// The class of links whose queues reduce the bandwidth most; the first of equals.
unsigned most_limited_links(const Design& design);
/// The credit loop of that class of links.
CreditLoop credit_loop(const Design& design);

}  // namespace fsin::engine

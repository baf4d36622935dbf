// SPDX-License-Identifier: Apache-2.0
// The backlog of a link, by which adaptive choices compare links: docs/model/router.md, "Backlog of a link".
#pragma once

#include <cstdint>

#include "fsin/engine/link_times.hpp"

namespace fsin::engine {

/// Links of one class.
struct LinkBurden {
  std::uint32_t packet_cycles = 1;  ///< cycles of a full packet
  std::uint32_t under_way = 1;  ///< slots of the next queues that a busy link has in use although no packet waits there

  LinkBurden() = default;
  LinkBurden(LinkTimes link, unsigned packet_phits, unsigned router_delay, unsigned credit_delay)
      : packet_cycles(packet_phits * link.phit_cycles),
        under_way(1 + (link.hop() + router_delay + credit_delay + packet_cycles - 1) / packet_cycles) {}

  /// Cycles until the link would have carried one more packet, if each packet that waits took as long as a full one
  /// here. `busy`: cycles until the packet on the link has crossed; `waiting`: packets that own a channel of the link
  /// and have not started; `used`: slots in use behind all its channels.
  std::uint64_t backlog(std::uint32_t busy, unsigned waiting, unsigned used) const {
    const unsigned queued = used > under_way ? used - under_way : 0;
    return busy + std::uint64_t{packet_cycles} * (waiting + queued + 1);
  }
};

}  // namespace fsin::engine

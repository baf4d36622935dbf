// SPDX-License-Identifier: Apache-2.0
// Which cache lines are called for before they are needed. Nothing here changes a result.
#pragma once

#include "fsin/core/prefetch.hpp"
#include "fsin/engine/event/events.hpp"
#include "fsin/engine/event/packet_store.hpp"
#include "fsin/engine/event/state.hpp"

namespace fsin::engine::event {

class Prefetcher {
 public:
  Prefetcher(const Rules& rules, const State& state, const WaitRecords& records, const PacketPool& packets)
      : rules_(rules), state_(state), records_(records), packets_(packets) {}

  /// What applying an event touches.
  void event(Event event) const;
  /// What the visit touches that a `wake` event orders: the links and queues where something waits.
  void waiting(std::uint32_t router) const;
  /// What a visit to the router reads because headers wait there already.
  void record(std::uint32_t router) const;
  /// Once the queues are there: the packets at their heads. What waits at a source entered long ago.
  void headers(std::uint32_t router) const;
  /// The link of a port, and the queues that the bubble looks at before a ring is entered by it.
  void port(std::uint32_t router, unsigned port) const;
  /// The injection queues of a node that is to be asked for packets.
  void node(std::uint32_t node) const {
    const Block block = state_.block(node);
    prefetch_line(&block.head());
    prefetch_line(&block.injection(0));
  }

 private:
  const Rules& rules_;
  const State& state_;
  const WaitRecords& records_;
  const PacketPool& packets_;
};

}  // namespace fsin::engine::event

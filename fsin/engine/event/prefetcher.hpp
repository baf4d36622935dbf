// SPDX-License-Identifier: Apache-2.0
// Prefetching: the cache lines that are requested before they are needed. Nothing here changes a result.
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

  /// Lines touched when an event is applied.
  void event(Event event) const;
  /// Lines touched by the visit that a `wake` event orders: the links and queues where something waits.
  void waiting(std::uint32_t router) const;
  /// Lines read by a visit to the router because headers already wait there.
  void record(std::uint32_t router) const;
  /// The packets at the heads of queues, once the queues are in the cache. Packets that wait at a source entered long
  /// ago.
  void headers(std::uint32_t router) const;
  /// The link of a port, and the queues that the bubble tests before a ring is entered by it.
  void port(std::uint32_t router, unsigned port) const;
  /// The injection queues of a node that will be polled.
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

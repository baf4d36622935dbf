// SPDX-License-Identifier: Apache-2.0
// What an event does to the router it is for: the part of Core on the path of every packet-hop, hence inline.
#pragma once

#include <algorithm>

#include "fsin/engine/event/channels.hpp"
#include "fsin/engine/event/core.hpp"

namespace fsin::engine::event {

template <class AnyVisitor>
inline void Core::apply(Event event, AnyVisitor& visitor) {
  switch (event.kind()) {
    case Kind::arrive:
      arrive(event.router(), event.queue(), event.datum(), visitor);
      break;
    case Kind::leave:
      leave_heard(event.router(), event.queue(), event.datum(), visitor);
      break;
    case Kind::wake:
      order_visit(state.block(event.router()), event.router());
      if (large()) prefetch_headers(event.router());
      break;
  }
}

inline bool Core::append(const Block& block, std::uint32_t router, unsigned q, Queue& queue, PacketNumber number) {
  unsigned place = queue.head + static_cast<unsigned>(queue.count);
  if (place >= capacity(q)) place -= capacity(q);
  queue.slots()[place] = number;
  if (queue.count++ != 0) return false;
  const Tick from = std::max(queue.busy_until, packets[number].ready_from);
  if (from <= tick) {
    queue.since = tick;
    block.set(&Masks::ready, q);
    return true;
  }
  block.set(&Masks::behind, q);
  order_visit_at(block, router, from);
  return false;
}

template <class AnyVisitor>
[[gnu::always_inline]] inline void Core::arrive(std::uint32_t router, unsigned q, PacketNumber number,
                                                const AnyVisitor& visitor) {
  const Block block = state.block(router);
  Queue& queue = state.queue(block, q);
  Packet& packet = packets[number];
  packet.ready_from = tick + rules.asks_after(packet.phits);
  if (tick < queue.busy_until) queue.taken = 1;
  if (!append(block, router, q, queue, number)) return;
  order_visit(block, router);
  if (large()) visitor.prefetch_for(router, packets[number]);
}

template <class AnyVisitor>
inline void Core::leave_heard(std::uint32_t router, unsigned out, Tick phits, AnyVisitor& visitor) {
  const Block block = state.block(router);
  Channel& channel = state.channel(block, out);
  if (!visitor.queue_behind_moves(block, router, out, channel, phits) || channel.owned_until == no_tick) return;
  // Taken over: the slot counted for that header since it was sent is free now. Else: when the tail has gone.
  const Tick open = std::max(slot_leaves(channel, tick) ? channel.gone_at : tick, channel.owned_until);
  if (open <= tick) {
    order_visit(block, router);
  } else {
    order_visit_at(block, router, open);
  }
}

}  // namespace fsin::engine::event

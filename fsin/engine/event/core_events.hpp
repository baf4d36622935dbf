// SPDX-License-Identifier: Apache-2.0
// What an event does to the router it is for: the part of Core on the path of every packet-hop, hence inline.
#pragma once

#include <algorithm>

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
    set_bit(block.ready(), q);
    return true;
  }
  set_bit(block.behind(), q);
  order_visit_at(block, router, from);
  return false;
}

template <class AnyVisitor>
[[gnu::always_inline]] inline void Core::arrive(std::uint32_t router, unsigned q, PacketNumber number,
                                                const AnyVisitor& visitor) {
  const Block block = state.block(router);
  Queue& queue = state.queue(block, q);
  packets[number].ready_from = tick + rules.router_delay;
  if (tick < queue.busy_until) queue.taken = 1;
  if (!append(block, router, q, queue, number)) return;
  order_visit(block, router);
  if (large()) visitor.prefetch_for(router, packets[number]);
}

template <class AnyVisitor>
inline void Core::leave_heard(std::uint32_t router, unsigned out, Tick phits, AnyVisitor& visitor) {
  const Block block = state.block(router);
  Channel& channel = state.channel(block, out);
  // Was the queue full in a cycle that was skipped, counting the slot of the packet that left before?
  if (channel.ahead + 1U >= rules.slots) visitor.catch_up(block, router);
  --channel.ahead;
  channel.gone_at = tick - 1 + phits;
  // A header sent in the very cycle in which the departure began takes over its slot; later ones do so when they start.
  channel.taken = channel.sent_at == tick - 1 ? 1 : 0;
  const bool was_short = channel.ahead + 1U + std::max(1U, rules.bubble_target) > rules.slots;
  if (!was_short) return;  // nobody can be waiting for room there
  std::uint64_t waits = 0;
  for (std::uint32_t w = 0; w < state.layout().queue_words; ++w) waits |= block.ready()[w];
  if (waits == 0) return;
  // Taken over: the slot counted for that header since it was sent is free now. Else: when the tail has gone.
  if (channel.taken != 0 || channel.gone_at <= tick) {
    order_visit(block, router);
  } else {
    order_visit_at(block, router, channel.gone_at);
  }
}

}  // namespace fsin::engine::event

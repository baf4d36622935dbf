// SPDX-License-Identifier: Apache-2.0
// When a router must be visited again: in the first cycle in which one of its waiting headers could be granted
// something, by what is known now. Events and starts that change that order a visit themselves.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::plan_next_visit(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.clock.tick + 1;
  if constexpr (one_word) {
    if (block.masks().waiting != 0) plan_for_waiting(block, router);
  } else {
    block.for_each(&Masks::waiting, mask_words(), [&](unsigned q) {
      if (next_ > soonest) next_ = std::min(next_, retry(block, router, q));
    });
  }
  core_.order_next_visit(block, router, std::max(next_, soonest));
}

/// A channel that no bubble protects can be granted as soon as it has room and no owner.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::plan_for_waiting(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.clock.tick + 1;
  const Waiters& waiters = block.waiters();
  const Masks& masks = block.masks();
  Tick next = std::max(next_, soonest);
  if (waiters.apart != 0) {
    const Tick free = (waiters.apart & restricted_) != 0 ? soonest : block.node().consuming_until;
    next = std::min(next, std::max(free, soonest));
  }
  if (next > soonest) {
    for_each_bit(waiters.wanted & masks.room & ~bubble_channels_, [&](unsigned out) {
      next = std::min(next, std::max(core_.state.channel(block, out).owned_until, soonest));
    });
    for_each_bit(waiters.wanted & masks.opening & ~bubble_channels_, [&](unsigned out) {
      const Channel& channel = core_.state.channel(block, out);
      next = std::min(next, std::max(channel.owned_until, channel.gone_at));
    });
  }
  next_ = next;
  std::uint64_t rings = waiters.wanted & (masks.room | masks.opening) & bubble_channels_;
  for (; rings != 0 && next_ > soonest; rings &= rings - 1) {
    next_ = std::min(next_, ring_grantable_from(block, router, static_cast<unsigned>(std::countr_zero(rings))));
  }
}

/// The first later cycle in which channel `out`, which has room or gets it, could be granted to one of those that wait
/// for it. Those that would enter the ring need a bubble in it besides, all the same one.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline Tick Visitor<Algorithm, one_word>::ring_grantable_from(const Block& block, std::uint32_t router, unsigned out) {
  const Channel& channel = core_.state.channel(block, out);
  const Tick open = block.has(&Masks::room, out) ? core_.clock.tick + 1 : channel.gone_at;
  const Tick free = std::max(open, channel.owned_until);
  const bool goes_on = (block.masks().waiting & block.waiters().of_queue()[out] & bit(out)) != 0;
  if (free >= next_ || goes_on) return free;
  return view(block, router, rules_.transit_queues).retry_at(out);
}

/// The same for one header, for routers with more queues than a mask has bits: what it may ask for is found anew.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
Tick Visitor<Algorithm, one_word>::retry(const Block& block, std::uint32_t router, unsigned q) {
  Queue& queue = core_.state.queue(block, q);
  const Packet& packet = head_packet(queue);
  if (packet.destination == router) return std::max(block.node().consuming_until, core_.clock.tick + 1);
  if (q >= restricted_from_) return core_.clock.tick + 1;
  const View view = this->view(block, router, q);
  Tick at = no_tick;
  algorithm_.candidates(view, state_of(packet),
                        [&](std::int32_t out) { at = std::min(at, view.retry_at(static_cast<unsigned>(out))); });
  return at;
}

}  // namespace fsin::engine::event

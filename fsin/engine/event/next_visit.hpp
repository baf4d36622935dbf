// SPDX-License-Identifier: Apache-2.0
// When a router must be visited again: in the first cycle in which one of its waiting headers could be granted
// something, by what is known now. Events and starts that change that order a visit themselves.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::plan_next_visit(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.tick + 1;
  if constexpr (one_word) {
    if (block.masks().ready != 0) {
      plan_for_wanted(block, router);
    } else {
      block.wants()[rules_.queues] = 0;
    }
  } else {
    block.for_each(&Masks::ready, mask_words(), [&](unsigned q) {
      if (next_ > soonest) next_ = std::min(next_, retry(block, router, q));
    });
  }
  if (next_ != no_tick) core_.order_visit_at(block, router, std::max(next_, soonest));
}

/// Channels that several headers want are looked at once, but for a bubble, which depends on where a header comes from.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::plan_for_wanted(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.tick + 1;
  const Masks& masks = block.masks();
  const std::uint64_t may_open = masks.room | masks.timed;
  std::uint64_t all = 0;
  std::uint64_t plain = 0;
  for_each_bit(masks.ready, [&](unsigned q) {
    const std::uint64_t wants = wants_of(block, router, q);
    all |= wants;
    if (wants == 0) next_ = std::min(next_, std::max(block.node().consuming_until, soonest));
    const std::uint64_t bubble = wants & bubble_channels_ & ~bit(q);
    plain |= wants & ~bubble;
    if ((bubble & may_open) == 0 || next_ <= soonest) return;
    const View view = this->view(block, router, q);
    for_each_bit(bubble & may_open, [&](unsigned out) { next_ = std::min(next_, view.retry_at(out)); });
  });
  block.wants()[rules_.queues] = all;
  if (next_ <= soonest) return;
  for_each_bit(plain & may_open, [&](unsigned out) {
    const Channel& channel = core_.state.channel(block, out);
    Tick open = soonest;
    if ((masks.room & bit(out)) == 0) {
      open = opens_later(channel, rules_.slots, core_.tick) ? channel.gone_at : no_tick;
    }
    next_ = std::min(next_, std::max(open, channel.owned_until));
  });
}

/// The channels that a waiting header wants: found at the end of the cycle in which it was first looked at.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline std::uint64_t Visitor<Algorithm, one_word>::wants_of(const Block& block, std::uint32_t router, unsigned q) {
  std::uint64_t& wants = block.wants()[q];
  Queue& queue = core_.state.queue(block, q);
  if (queue.since != core_.tick) return wants;
  const Packet& packet = head_packet(queue);
  wants = 0;
  if (packet.destination == router) return wants;
  algorithm_.candidates(view(block, router, q), state_of(packet),
                        [&](std::int32_t out) { wants |= bit(static_cast<unsigned>(out)); });
  return wants;
}

/// The same for routers with more queues than a mask of wants has bits: what this header wants is found anew.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
Tick Visitor<Algorithm, one_word>::retry(const Block& block, std::uint32_t router, unsigned q) {
  Queue& queue = core_.state.queue(block, q);
  const Packet& packet = head_packet(queue);
  if (packet.destination == router) return std::max(block.node().consuming_until, core_.tick + 1);
  const View view = this->view(block, router, q);
  Tick at = no_tick;
  algorithm_.candidates(view, state_of(packet),
                        [&](std::int32_t out) { at = std::min(at, view.retry_at(static_cast<unsigned>(out))); });
  return at;
}

}  // namespace fsin::engine::event

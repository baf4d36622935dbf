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
  if (next_ != no_tick) core_.order_visit_at(block, router, std::max(next_, soonest));
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::plan_for_waiting(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.clock.tick + 1;
  const Waiters& waiters = block.waiters();
  if (waiters.consume != 0) next_ = std::min(next_, std::max(block.node().consuming_until, soonest));
  std::uint64_t outs = waiters.wanted & (block.masks().room | block.masks().opening);
  for (; outs != 0 && next_ > soonest; outs &= outs - 1) {
    next_ = std::min(next_, grantable_from(block, router, static_cast<unsigned>(std::countr_zero(outs))));
  }
}

/// The first later cycle in which channel `out`, which has room or gets it, could be granted to one of those that wait
/// for it. Those that would enter a ring need a bubble in it besides, all the same one.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline Tick Visitor<Algorithm, one_word>::grantable_from(const Block& block, std::uint32_t router, unsigned out) {
  const Channel& channel = core_.state.channel(block, out);
  const Tick open = block.has(&Masks::room, out) ? core_.clock.tick + 1 : channel.gone_at;
  const Tick free = std::max(open, channel.owned_until);
  if (free >= next_ || (bubble_channels_ & bit(out)) == 0) return free;
  const std::uint64_t those = block.waiters().of_channel()[out];
  if ((those & bit(out)) != 0) return free;
  return view(block, router, static_cast<unsigned>(std::countr_zero(those))).retry_at(out);
}

/// The same for one header, for routers with more queues than a mask has bits: what it may ask for is found anew.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
Tick Visitor<Algorithm, one_word>::retry(const Block& block, std::uint32_t router, unsigned q) {
  Queue& queue = core_.state.queue(block, q);
  const Packet& packet = head_packet(queue);
  if (packet.destination == router) return std::max(block.node().consuming_until, core_.clock.tick + 1);
  const View view = this->view(block, router, q);
  Tick at = no_tick;
  algorithm_.candidates(view, state_of(packet),
                        [&](std::int32_t out) { at = std::min(at, view.retry_at(static_cast<unsigned>(out))); });
  return at;
}

}  // namespace fsin::engine::event

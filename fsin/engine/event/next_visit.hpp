// SPDX-License-Identifier: Apache-2.0
// The cycle in which a router must be visited again: the first in which one of its waiting headers could be granted
// something, by what is known now. Events and starts that change this order a visit themselves.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::plan_next_visit(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.clock.tick + 1;
  if (somebody_waits(block)) plan_for_waiting(block, router);
  core_.order_next_visit(block, router, std::max(next_, soonest));
}

/// Considers the channels of waiting headers. A channel that no bubble protects can be granted as soon as it has room
/// and no owner.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::plan_for_waiting(const Block& block, std::uint32_t router) {
  const Tick soonest = core_.clock.tick + 1;
  const WaitRecord record = visited_record(block);
  Tick next = std::max(next_, soonest);
  for (unsigned w = 0; w < mask_words(block); ++w) {
    if (record.apart(w) == 0) continue;
    const Tick free = (record.apart(w) & restricted(block, w)) != 0 ? soonest : block.node().consuming_until;
    next = std::min(next, std::max(free, soonest));
  }
  for (unsigned w = 0; w < mask_words(block) && next > soonest; ++w) {
    const Masks& masks = block.masks(w);
    const std::uint64_t wanted = record.wanted(w);
    for_each_bit(wanted & masks.room & ~bubble_channels_[w], [&](unsigned i) {
      next = std::min(next, std::max(core_.state.channel(block, w * 64 + i).owned_until, soonest));
    });
    for_each_bit(wanted & masks.opening & ~bubble_channels_[w], [&](unsigned i) {
      const Channel& channel = core_.state.channel(block, w * 64 + i);
      next = std::min(next, std::max(channel.owned_until, channel.gone_at));
    });
  }
  next_ = next;
  for (unsigned w = 0; w < mask_words(block); ++w) {
    const Masks& masks = block.masks(w);
    std::uint64_t rings = record.wanted(w) & (masks.room | masks.opening) & bubble_channels_[w];
    for (; rings != 0 && next_ > soonest; rings &= rings - 1) {
      const unsigned out = w * 64 + static_cast<unsigned>(std::countr_zero(rings));
      next_ = std::min(next_, ring_grantable_from(block, router, out));
    }
  }
}

/// The first later cycle in which channel `out`, which has room or will have it, could be granted to one of the headers
/// that wait for it. Headers that would enter the ring also need a bubble in it, all the same one.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline Tick Visitor<Algorithm, one_word>::ring_grantable_from(const Block& block, std::uint32_t router, unsigned out) {
  const Channel& channel = core_.state.channel(block, out);
  const Tick open = block.has(&Masks::room, out) ? core_.clock.tick + 1 : channel.gone_at;
  const Tick free = std::max(open, channel.owned_until);
  const unsigned w = word_of(out);
  const bool goes_on = (block.masks(w).waiting & visited_record(block).of_queue(w)[out] & bit(out)) != 0;
  if (free >= next_ || goes_on) return free;
  return view(block, router, block.layout().transit_queues).retry_at(out);
}

}  // namespace fsin::engine::event

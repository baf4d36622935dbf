// SPDX-License-Identifier: Apache-2.0
// How a visitor keeps the masks of the channels (channels.hpp) where a tick passes or a `leave` event comes.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// What has changed because a tick has passed since the last visit.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::look_at_timed(const Block& block, std::uint32_t router) {
  block.for_each(&Masks::timed, mask_words(), [&](unsigned out) {
    const Channel& channel = core_.state.channel(block, out);
    bool awaited = channel.owned_until > core_.tick;
    if (!awaited) block.set(&Masks::unowned, out);
    if (channel.ahead < rules_.slots && !block.has(&Masks::room, out)) {
      if (slot_leaves(channel, core_.tick)) {
        awaited = true;
      } else {
        block.set(&Masks::room, out);
        room_changed(block, router, out, true, channel.gone_at);
      }
    }
    if (!awaited) block.clear(&Masks::timed, out);
  });
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
bool Visitor<Algorithm, one_word>::wanted(const Block& block, unsigned out) const {
  if constexpr (one_word) return (block.wants()[rules_.queues] & bit(out)) != 0;
  bool somebody = false;
  block.for_each(&Masks::ready, mask_words(), [&](unsigned) { somebody = true; });
  return somebody;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline bool Visitor<Algorithm, one_word>::queue_behind_moves(const Block& block, std::uint32_t router, unsigned out,
                                                             Channel& channel, Tick phits) {
  const Tick tick = core_.tick;
  const bool had_room = block.has(&Masks::room, out);
  // The slot of the packet that left before may have become free in a cycle that was skipped.
  const Tick opened_at = channel.ahead < rules_.slots ? channel.gone_at : tick;
  --channel.ahead;
  channel.gone_at = tick - 1 + phits;
  // A header sent in the very cycle in which the departure began takes over its slot; later ones do so when they start.
  channel.taken = channel.sent_at == tick - 1 ? 1 : 0;
  if (!had_room) {
    if (opens_later(channel, rules_.slots, tick)) {
      block.set(&Masks::timed, out);
    } else {
      block.set(&Masks::room, out);
      room_changed(block, router, out, true, opened_at);
    }
  }
  const bool was_short = channel.ahead + 1U + std::max(1U, rules_.bubble_target) > rules_.slots;
  return was_short && wanted(block, out);
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// Which headers wait for which output channel: a mask of input queues for each channel, for routers of at most 64
// queues. A header that asks for the first time and is not granted anything begins to wait for every channel that it
// may ever ask for at this router, and stops when it is granted one of them. So a visit finds the headers worth asking
// from the channels that can be granted, and passes over all others.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The waiting headers that could be granted something in this cycle.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline std::uint64_t Visitor<Algorithm, one_word>::could_win(const Block& block) {
  Waiters& waiters = block.waiters();
  std::uint64_t queues = waiters.consume;
  if (queues != 0 && block.node().consuming_until > core_.clock.tick) queues = 0;
  for_each_bit(waiters.wanted & block.masks().room, [&](unsigned out) {
    if (core_.state.channel(block, out).owned_until > core_.clock.tick) return;
    std::uint64_t those = waiters.of_channel()[out];
    // Only the header that goes on in its ring needs no bubble.
    if ((bubble_channels_ & bit(out)) != 0 && !ring_can_be_entered(core_, block, out, core_.clock.tick))
      those &= bit(out);
    queues |= those;
  });
  return queues;
}

/// Headers that have asked for the first time in this visit and were not granted anything.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::let_wait(const Block& block, std::uint32_t router) {
  for (std::uint32_t w = 0; w < mask_words(); ++w) {
    Masks& masks = block.masks(w);
    if (masks.fresh == 0) continue;
    if constexpr (one_word) for_each_bit(masks.fresh, [&](unsigned q) { start_waiting(block, router, q); });
    masks.waiting |= masks.fresh;
    masks.fresh = 0;
  }
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::start_waiting(const Block& block, std::uint32_t router, unsigned q) {
  Waiters& waiters = block.waiters();
  const Packet& packet = head_packet(core_.state.queue(block, q));
  if (packet.destination == router) {
    waiters.consume |= bit(q);
    return;
  }
  algorithm_.candidates(view(block, router, q), state_of(packet), [&](std::int32_t out) {
    waiters.wanted |= bit(static_cast<unsigned>(out));
    waiters.of_channel()[out] |= bit(q);
  });
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::stop_waiting(const Block& block, std::uint32_t router, unsigned q) {
  if (block.has(&Masks::fresh, q)) {
    block.clear(&Masks::fresh, q);
    return;
  }
  block.clear(&Masks::waiting, q);
  if constexpr (one_word) {
    Waiters& waiters = block.waiters();
    const Packet& packet = head_packet(core_.state.queue(block, q));
    if (packet.destination == router) {
      waiters.consume &= ~bit(q);
      return;
    }
    algorithm_.candidates(view(block, router, q), state_of(packet), [&](std::int32_t out) {
      std::uint64_t& those = waiters.of_channel()[out];
      those &= ~bit(q);
      if (those == 0) waiters.wanted &= ~bit(static_cast<unsigned>(out));
    });
  }
}

}  // namespace fsin::engine::event

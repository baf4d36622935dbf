// SPDX-License-Identifier: Apache-2.0
// Which headers wait for which output channels: a mask of channels for each input queue, for routers of at most 64
// queues. A header that asks for the first time and is not granted anything begins to wait for every channel that it
// may ever ask for at this router, and stops when it is granted one of them. So a visit finds the headers worth asking
// from the channels that can be granted, and passes over all others.
//
// A header from an injection queue that congestion control may hold back is asked in every cycle: what it waits for
// besides, free slots in queues of its own router, changes with every packet.
//
// The loops have no branches but their ends: which channels are wanted, owned or open is as good as random.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The waiting headers that could be granted something in this cycle.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline std::uint64_t Visitor<Algorithm, one_word>::could_win(const Block& block) {
  const Tick now = core_.clock.tick;
  const Waiters& waiters = block.waiters();
  std::uint64_t queues = waiters.apart;
  if (queues != 0 && block.node().consuming_until > now) queues &= restricted_;
  std::uint64_t open = 0;
  for_each_bit(waiters.wanted & block.masks().room,
               [&](unsigned out) { open |= std::uint64_t{core_.state.channel(block, out).owned_until <= now} << out; });
  if (open == 0) return queues;
  std::uint64_t closed_rings = 0;  // only the header that goes on in its ring needs no bubble
  for_each_bit(open & bubble_channels_, [&](unsigned out) {
    closed_rings |= std::uint64_t{!ring_can_be_entered(core_, block, out, now)} << out;
  });
  open &= ~closed_rings;
  for_each_bit(block.masks().waiting, [&](unsigned q) {
    const std::uint64_t grantable = open | (closed_rings & bit(q));
    queues |= std::uint64_t{(waiters.of_queue()[q] & grantable) != 0} << q;
  });
  return queues;
}

/// Headers that have asked for the first time in this visit and were not granted anything.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::let_wait(const Block& block, std::uint32_t router) {
  if constexpr (one_word) {
    if (stopped_) forget_wanted(block);
  }
  for (std::uint32_t w = 0; w < mask_words(); ++w) {
    Masks& masks = block.masks(w);
    if (masks.fresh == 0) continue;
    if constexpr (Algorithm::remembers) {
      for_each_bit(masks.fresh, [&](unsigned i) { block.asked()[w * 64 + i] = core_.clock.tick + 1; });
    }
    if constexpr (one_word) for_each_bit(masks.fresh, [&](unsigned q) { start_waiting(block, router, q); });
    masks.waiting |= masks.fresh;
    masks.fresh = 0;
  }
}

/// What only those waited for who do not wait any more.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::forget_wanted(const Block& block) {
  Waiters& waiters = block.waiters();
  std::uint64_t wanted = 0;
  for_each_bit(block.masks().waiting, [&](unsigned q) { wanted |= waiters.of_queue()[q]; });
  waiters.wanted = wanted;
  stopped_ = false;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::start_waiting(const Block& block, std::uint32_t router, unsigned q) {
  Waiters& waiters = block.waiters();
  const Packet& packet = head_packet(core_.state.queue(block, q));
  std::uint64_t outs = 0;
  if (packet.destination == router) {
    waiters.apart |= bit(q);
  } else {
    algorithm_.candidates(view(block, router, q), state_of(packet),
                          [&](std::int32_t out) { outs |= bit(static_cast<unsigned>(out)); });
    waiters.apart |= bit(q) & restricted_;
  }
  waiters.of_queue()[q] = outs;
  waiters.wanted |= outs;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
[[gnu::always_inline]] inline void Visitor<Algorithm, one_word>::stop_waiting(const Block& block, unsigned q) {
  if (block.has(&Masks::fresh, q)) {
    block.clear(&Masks::fresh, q);
    return;
  }
  block.clear(&Masks::waiting, q);
  if constexpr (one_word) {
    block.waiters().apart &= ~bit(q);
    stopped_ = true;
  }
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// Routing algorithms that look around (routing/algorithm.hpp): all headers of a cycle decide before any router is
// visited, from the contents of queues at the end of the previous cycle, whichever thread owns a router.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::decide(std::uint32_t router) {
  const Block block = this->block(router);
  const bool move = block.head().move_at <= core_.clock.tick;
  for (std::uint32_t w = 0; w < mask_words(block); ++w) {
    for_each_bit(block.masks(w).fresh, [&](unsigned i) { decide(block, router, w * 64 + i); });
    if (!move) continue;
    for_each_bit(block.masks(w).behind, [&](unsigned i) {
      if (eligible_from(core_.state.queue(block, w * 64 + i)) <= core_.clock.tick) decide(block, router, w * 64 + i);
    });
  }
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::decide(const Block& block, std::uint32_t router, unsigned q) {
  Packet& packet = head_packet(core_.state.queue(block, q));
  if (packet.destination != router) algorithm_.decide(view(block, router, q), state_of(packet));
}

}  // namespace fsin::engine::event

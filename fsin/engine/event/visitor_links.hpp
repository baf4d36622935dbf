// SPDX-License-Identifier: Apache-2.0
// Phase 2b of docs/model.md in the event engine: links take packets that were granted one of their channels, one after
// the other in the order of the channels.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// Phase 2b: every idle link starts the next packet that owns one of its channels.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::send(const Block& block, std::uint32_t router) {
  block.for_each(&Masks::sending, mask_words(), [&](unsigned p) {
    OutPort& port = block.port(p);
    if (port.free_at > core_.clock.tick) {
      next_ = std::min(next_, port.free_at);
      return;
    }
    const unsigned later = static_cast<unsigned>(port.waiting) >> port.pointer;
    const unsigned vc = later != 0 ? port.pointer + static_cast<unsigned>(std::countr_zero(later))
                                   : static_cast<unsigned>(std::countr_zero(port.waiting));
    start(block, router, p, port, vc);
    port.waiting = static_cast<std::uint16_t>(port.waiting & ~(1U << vc));
    if (port.waiting == 0) {
      block.clear(&Masks::sending, p);
    } else {
      next_ = std::min(next_, port.free_at);
    }
  });
}

/// Packets of one message leave by one port, which can be fetched before the next one asks for it.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::note_way(RouterHead& head, unsigned port) {
  head.streak = head.last_port == port ? 1 : 0;
  head.last_port = static_cast<std::uint8_t>(port);
}

}  // namespace fsin::engine::event

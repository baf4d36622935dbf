// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/prefetcher.hpp"

#include <bit>

namespace fsin::engine::event {

void Prefetcher::event(Event event) const {
  const network::Layout& layout = state_.layout();
  const std::uint32_t router = event.router();
  if (event.kind() == Kind::leave) {
    state_.prefetch(router, layout.port_offset + rules_.port_of[event.queue()] * layout.port_stride);
    return;
  }
  state_.prefetch(router, 0);
  if (event.kind() == Kind::arrive) {
    state_.prefetch(router, layout.queue_offset + event.queue() * layout.queue_stride);
    prefetch_line(&packets_[event.datum()]);
  }
}

void Prefetcher::waiting(std::uint32_t router) const {
  const Block block = state_.block(router);
  const network::Layout& layout = state_.layout();
  block.for_each(&Masks::sending, layout.mask_words,
                 [&](unsigned p) { state_.prefetch(router, layout.port_offset + p * layout.port_stride); });
  const auto queue = [&](unsigned q) { prefetch_line(&state_.queue(block, q)); };
  block.for_each(&Masks::fresh, layout.mask_words, queue);
  block.for_each(&Masks::waiting, layout.mask_words, queue);
  block.for_each(&Masks::behind, layout.mask_words, queue);
  if (block.head().streak != 0) port(router, block.head().last_port);
}

void Prefetcher::waiters(std::uint32_t router) const {
  const unsigned words = state_.layout().mask_words;
  const Block block = state_.block(router);
  const network::Waiters waiters = block.waiters(words);
  for (unsigned w = 0; w < words; ++w) {
    const std::uint64_t waiting = block.masks(w).waiting;
    if (waiting == 0) continue;
    const unsigned first = w * 64 + static_cast<unsigned>(std::countr_zero(waiting));
    const unsigned last = w * 64 + static_cast<unsigned>(std::bit_width(waiting)) - 1;
    prefetch_line(&waiters.wanted());
    prefetch_line(&waiters.of_queue()[first]);
    prefetch_line(&waiters.of_queue()[last]);
  }
}

void Prefetcher::port(std::uint32_t router, unsigned port) const {
  const network::Layout& layout = state_.layout();
  state_.prefetch(router, layout.port_offset + port * layout.port_stride);
  if (rules_.bubble_local == 0) return;
  const std::size_t queues = layout.queue_offset + port * rules_.vcs * layout.queue_stride;
  state_.prefetch(router, queues);
  state_.prefetch(router, queues + (rules_.vcs - 1) * layout.queue_stride);  // of up to four VCs that is all
}

void Prefetcher::headers(std::uint32_t router) const {
  const Block block = state_.block(router);
  const auto header = [&](unsigned q) {
    const Queue& queue = state_.queue(block, q);
    prefetch_line(&packets_[queue.slots()[queue.head]]);
  };
  block.for_each(&Masks::fresh, state_.layout().mask_words, header);
  block.for_each(&Masks::waiting, state_.layout().mask_words, header);
  block.for_each(&Masks::behind, state_.layout().mask_words, header);
}

}  // namespace fsin::engine::event

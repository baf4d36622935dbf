// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/prefetcher.hpp"

#include <bit>

namespace fsin::engine::event {

void Prefetcher::event(Event event) const {
  const Block block = state_.block(event.router());
  if (event.kind() == Kind::leave) {
    prefetch_line(&block.port(rules_.port_of[event.queue()]));
    return;
  }
  prefetch_line(&block.head());
  if (event.kind() == Kind::arrive) {
    prefetch_line(&state_.queue(block, event.queue()));
    prefetch_line(&packets_[event.datum()]);
  }
}

void Prefetcher::waiting(std::uint32_t router) const {
  const Block block = state_.block(router);
  const network::Layout& layout = block.layout();
  block.for_each(&Masks::sending, layout.mask_words, [&](unsigned p) { prefetch_line(&block.port(p)); });
  const auto queue = [&](unsigned q) { prefetch_line(&state_.queue(block, q)); };
  block.for_each(&Masks::fresh, layout.mask_words, queue);
  block.for_each(&Masks::waiting, layout.mask_words, queue);
  block.for_each(&Masks::behind, layout.mask_words, queue);
  if (block.head().streak != 0) port(router, block.head().last_port);
}

void Prefetcher::record(std::uint32_t router) const {
  const Block block = state_.block(router);
  const unsigned words = block.layout().mask_words;
  const WaitRecord record(records_.of_kind(block.kind().number).at(block.head().record), block.layout().record, words);
  for (unsigned w = 0; w < words; ++w) {
    const std::uint64_t waiting = block.masks(w).waiting;
    if (waiting == 0) continue;
    const unsigned first = w * 64 + static_cast<unsigned>(std::countr_zero(waiting));
    const unsigned last = w * 64 + static_cast<unsigned>(std::bit_width(waiting)) - 1;
    prefetch_line(&record.wanted());
    prefetch_line(&record.of_queue()[first]);
    prefetch_line(&record.of_queue()[last]);
  }
}

void Prefetcher::port(std::uint32_t router, unsigned port) const {
  const Block block = state_.block(router);
  prefetch_line(&block.port(port));
  if (rules_.bubble_local == 0) return;
  prefetch_line(&state_.queue(block, port * rules_.vcs));
  // Covers the queues of up to four virtual channels.
  prefetch_line(&state_.queue(block, port * rules_.vcs + rules_.vcs - 1));
}

void Prefetcher::headers(std::uint32_t router) const {
  const Block block = state_.block(router);
  const auto header = [&](unsigned q) {
    const Queue& queue = state_.queue(block, q);
    prefetch_line(&packets_[queue.first]);
  };
  block.for_each(&Masks::fresh, block.layout().mask_words, header);
  block.for_each(&Masks::waiting, block.layout().mask_words, header);
  block.for_each(&Masks::behind, block.layout().mask_words, header);
}

}  // namespace fsin::engine::event

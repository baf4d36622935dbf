// SPDX-License-Identifier: Apache-2.0
// The rarer half of Visitor: several headers want one channel and an arbiter picks one, which Visitor::win() then
// grants it; and the data of a deadlock report.
#pragma once

#include "fsin/engine/event/rivals.hpp"
#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// Grants the header of a queue its request.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
[[gnu::always_inline]] inline void Visitor<Algorithm, one_word>::win(const Block& block, std::uint32_t router,
                                                                     Request request) {
  Queue& queue = core_.state.queue(block, request.queue);
  if (request.out == consumption_port(block)) {
    NodeHead& node = block.node();
    node.last_consumer = request.queue;
    node.consuming_until = core_.clock.tick + core_.leave_of(head_packet(queue), 1).cycles;
    consume(block, router, request.queue, queue);
    return;
  }
  const unsigned port = rules_.port_of[request.out];
  Channel& channel = core_.state.channel(block, request.out);
  channel.winner = request.queue;
  queue.retry = 0;
  stop_waiting(block, request.queue);
  OutPort& link = block.port(port);
  const unsigned vc = rules_.vc_of[request.out];
  // No rival for the link.
  if (requests_ == 1 && link.waiting == 0 && idle_from(router, port, link) <= core_.clock.tick) {
    start(block, router, port, link, vc);
    return;
  }
  channel.owned_until = no_tick;
  link.waiting = static_cast<std::uint16_t>(link.waiting | 1U << vc);
  block.set(&Masks::sending, port);
  won_ = true;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::arbitrate_all(const Block& block, std::uint32_t router) {
  Words asked, rivalled;  // output channels requested by a header, and those of them requested by several
  for (unsigned w = 0; w < mask_words(block); ++w) asked[w] = rivalled[w] = 0;
  for (unsigned i = 0; i < requests_; ++i) {
    const unsigned w = word_of(list_[i].out);
    rivalled[w] |= asked[w] & bit(list_[i].out);
    asked[w] |= bit(list_[i].out);
  }
  for (unsigned i = 0; i < requests_; ++i) {
    if (list_[i].queue == arbitrated) continue;
    if ((rivalled[word_of(list_[i].out)] & bit(list_[i].out)) == 0) {
      win(block, router, list_[i]);
      continue;
    }
    unsigned count = 0;
    for (unsigned j = i; j < requests_; ++j) {
      if (list_[j].out != list_[i].out || list_[j].queue == arbitrated) continue;
      rivals_[count++] = list_[j].queue;
      if (j > i) list_[j].queue = arbitrated;
    }
    if (rules_.congestion.transit_priority != 0) count = without_injected(block, router, list_[i].out, count);
    unsigned winner = 0;
    if (count > 1) {
      const RivalsView rivals(core_, block, router, list_[i].out, {rivals_.data(), count});
      winner = router::Arbiters::with(rules_.arbiter, [&](const auto& arbiter) { return arbiter.pick(rivals); });
    }
    win(block, router, {list_[i].out, rivals_[winner]});
  }
}

}  // namespace fsin::engine::event

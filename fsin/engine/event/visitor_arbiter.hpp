// SPDX-License-Identifier: Apache-2.0
// The rarer half of Visitor: several headers want one channel and an arbiter picks one, which Visitor::win() then
// grants it; and what a deadlock report asks for.
#pragma once

#include "fsin/engine/event/rivals.hpp"
#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The header of a queue is granted what it asked for.
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
  if (requests_ == 1 && link.waiting == 0 && idle_from(router, port, link) <= core_.clock.tick) {  // no rival for it
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
  Words asked, rivalled;  // output channels that somebody asks for, and of these those that several ask for
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

template <routing::RoutingAlgorithm Algorithm, bool one_word>
std::vector<WaitingHeader> Visitor<Algorithm, one_word>::waiting_headers() {
  std::vector<WaitingHeader> headers;
  for (std::uint32_t router = 0; router < core_.state.routers(); ++router) {
    const Block block = core_.state.block(router);
    block.for_each(&Masks::waiting, mask_words(block), [&](unsigned q) {
      const Packet& packet = head_packet(core_.state.queue(block, q));
      WaitingHeader header{router, block.number(q), packet.source, packet.destination, {}};
      if (packet.destination != router) {
        const View view = this->view(block, router, q);
        algorithm_.candidates(view, state_of(packet), [&](std::int32_t out) {
          const auto o = static_cast<unsigned>(out);
          const Channel& channel = core_.state.channel(block, o);
          Obstacle obstacle = has_failed(channel) ? Obstacle::failed : view.obstacle(o);
          const Tick owned = channel.owned_until;
          if (obstacle == Obstacle::none && owned > core_.clock.tick) obstacle = Obstacle::owned;
          header.wanted.push_back({o, obstacle});
        });
      }
      headers.push_back(std::move(header));
    });
  }
  return headers;
}

}  // namespace fsin::engine::event

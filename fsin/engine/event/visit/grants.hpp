// SPDX-License-Identifier: Apache-2.0
// Phase 1d of docs/model.md in the event engine: one winner for each output channel that was asked for. Where several
// headers want one channel, which is the rarer case, an arbiter picks one of them.
#pragma once

#include "fsin/engine/event/rivals.hpp"
#include "fsin/engine/event/visit/departures.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Grants : public Departures<Algorithm, one_word> {
  using Below = Departures<Algorithm, one_word>;

 public:
  using Below::Below;

 protected:
  using Below::core_;
  using Below::depart;
  using Below::head_packet;
  using Below::idle_from;
  using Below::mask_words;
  using Below::rules_;
  using Below::stop_waiting;
  using Below::take_head;
  using Below::without_injected;
  using Below::word_of;
  using typename Below::Words;

  struct Request {
    std::uint16_t out;  ///< or the consumption port
    std::uint16_t queue;
  };
  static std::uint16_t consumption_port(const Block& block) {
    return static_cast<std::uint16_t>(block.layout().transit_queues);
  }

  void consume(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    stop_waiting(block, q);
    const Leave leave = core_.leave_of(head_packet(queue), 1);
    core_.post_delivery(take_head(block, router, q, queue, leave), leave);
  }

  /// One winner for each output channel asked for.
  void grant(const Block& block, std::uint32_t router) {
    if (requests_ == 1) {
      win(block, router, list_[0]);
    } else if (requests_ != 0) {
      arbitrate_all(block, router);
    }
  }

  bool won_ = false;  ///< in this visit a header was granted a channel and waits for its link
  unsigned requests_ = 0;
  std::array<Request, max_queues> list_;

 private:
  /// The header of a queue is granted what it asked for.
  [[gnu::always_inline]] void win(const Block& block, std::uint32_t router, Request request) {
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
      depart(block, router, port, link, vc);
      return;
    }
    channel.owned_until = no_tick;
    link.waiting = static_cast<std::uint16_t>(link.waiting | 1U << vc);
    block.set(&Masks::sending, port);
    won_ = true;
  }
  void arbitrate_all(const Block& block, std::uint32_t router);

  static constexpr std::uint16_t arbitrated = 0xffffU;  ///< in place of a queue: its request has been decided
  std::array<std::uint16_t, max_queues> rivals_;
};

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Grants<Algorithm, one_word>::arbitrate_all(const Block& block, std::uint32_t router) {
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
    if (rules_.congestion.transit_priority != 0) {
      count = without_injected(block, router, list_[i].out, {rivals_.data(), count});
    }
    unsigned winner = 0;
    if (count > 1) {
      const RivalsView rivals(core_, block, router, list_[i].out, {rivals_.data(), count});
      winner = router::Arbiters::with(rules_.arbiter, [&](const auto& arbiter) { return arbiter.pick(rivals); });
    }
    win(block, router, {list_[i].out, rivals_[winner]});
  }
}

}  // namespace fsin::engine::event

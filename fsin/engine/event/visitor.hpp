// SPDX-License-Identifier: Apache-2.0
// One visit to one router in one cycle: phase 1 (requests and arbitration) and phase 2 (links start packets), compiled
// for one routing algorithm. Reads and writes the router's own block only; see core.hpp for who orders visits.
#pragma once

#include <algorithm>
#include <array>

#include "fsin/engine/event/view.hpp"

namespace fsin::engine::event {

/// one_word: a router has at most 64 queues (and so ports), so that each mask is one word.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Visitor {
 public:
  Visitor(Core& core, Algorithm algorithm) : core_(core), rules_(core.rules), algorithm_(algorithm) {}

  void visit(std::uint32_t router) {
    const Block block = core_.state.block(router);
    catch_up(block, router);
    next_ = no_tick;
    promote(block);
    collect(block, router);
    grant(block, router);
    send(block, router);
    plan_next_visit(block, router);
    if constexpr (Algorithm::remembers) block.head().asked_at = somebody_waits(block) ? core_.tick : no_tick;
  }
  /// Before a visit, or before an event changes what headers could see in the cycles that were skipped.
  void catch_up(const Block& block, std::uint32_t router) {
    if constexpr (Algorithm::remembers) {
      const Tick asked = block.head().asked_at;
      if (asked != no_tick && asked + 1 < core_.tick) ask_for_skipped(block, router);
    }
  }

  /// The route of a packet that enters.
  void start(Packet& packet, const KeyedDraws::Entry& draws) const {
    packet.route.set(algorithm_.start(packet.source, packet.destination, draws));
  }
  /// The links that a header may want, and the queues that the bubble looks at before a ring is entered.
  void prefetch_for(std::uint32_t router, const Packet& packet) const {
    if constexpr (requires(const State& state) { algorithm_.likely_ports(state, [](unsigned) {}); }) {
      algorithm_.likely_ports(state_of(packet), [&](unsigned port) { core_.prefetch_port(router, port); });
    }
  }

  std::vector<WaitingHeader> waiting_headers();

 private:
  using State = typename Algorithm::State;
  static State& state_of(Packet& packet) { return packet.route.template as<State>(); }
  static const State& state_of(const Packet& packet) { return packet.route.template as<State>(); }

  struct Request {
    std::uint16_t out;
    std::uint16_t queue;
  };
  bool somebody_waits(const Block& block) const {
    std::uint64_t waits = 0;
    for (std::uint32_t w = 0; w < queue_words(); ++w) waits |= block.ready()[w];
    return waits != 0;
  }
  void ask_for_skipped(const Block& block, std::uint32_t router);

  static constexpr std::uint16_t consumption_port = 0xffffU;

  View view(const Block& block, std::uint32_t router, unsigned q) { return {core_, block, router, q, core_.tick}; }
  Packet& head_packet(Queue& queue) { return core_.packets[queue.slots()[queue.head]]; }
  std::uint32_t queue_words() const { return one_word ? 1 : core_.state.layout().queue_words; }
  std::uint32_t port_words() const { return one_word ? 1 : core_.state.layout().port_words; }

  Tick eligible_from(Queue& queue) {
    if (rules_.router_delay == 0) return std::max(queue.busy_until, core_.tick);
    return std::max(std::max(queue.busy_until, head_packet(queue).ready_from), core_.tick);
  }

  void promote(const Block& block) {
    for_each_bit(block.behind(), queue_words(), [&](unsigned q) {
      Queue& queue = core_.state.queue(block, q);
      const Tick from = eligible_from(queue);
      if (from > core_.tick) {
        next_ = std::min(next_, from);
        return;
      }
      clear_bit(block.behind(), q);
      set_bit(block.ready(), q);
      queue.since = core_.tick;
    });
  }

  /// Phase 1a: every header without an output asks for consumption or for one output channel.
  void collect(const Block& block, std::uint32_t router) {
    requests_ = 0;
    for_each_bit(block.ready(), queue_words(), [&](unsigned q) {
      Queue& queue = core_.state.queue(block, q);
      Packet& packet = head_packet(queue);
      if (packet.destination == router) {
        collect_arrived(block, router, q, queue);
        return;
      }
      View view = this->view(block, router, q);
      State& state = state_of(packet);
      if constexpr (routing::Deciding<Algorithm>) {
        if (queue.since == core_.tick) algorithm_.decide(view, state);
      }
      const routing::Choice choice = algorithm_.request(view, state, queue.retry);
      if (!choice.made()) return;
      const auto out = static_cast<unsigned>(choice.out);
      if (core_.state.channel(block, out).owned_until > core_.tick) return;
      list_[requests_++] = {static_cast<std::uint16_t>(out), static_cast<std::uint16_t>(q)};
    });
  }

  void collect_arrived(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    if (rules_.consumption == router::Consumption::multiple) {
      consume(block, router, q, queue);
    } else if (block.head().consuming_until <= core_.tick) {
      list_[requests_++] = {consumption_port, static_cast<std::uint16_t>(q)};
    }
  }

  void consume(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    clear_bit(block.ready(), q);
    core_.post_delivery(take_head(block, router, q, queue));
  }

  [[gnu::always_inline]] PacketNumber take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    const PacketNumber number = core_.take_head(block, router, q, queue);
    if (queue.count != 0) next_ = std::min(next_, eligible_from(queue));
    return number;
  }

  /// Phase 1b: one winner for each output channel asked for.
  void grant(const Block& block, std::uint32_t router) {
    if (requests_ == 1) {
      win(block, router, list_[0]);
      return;
    }
    for (unsigned i = 0; i < requests_; ++i) {
      if (list_[i].queue == taken_) continue;
      unsigned rivals = 0;
      for (unsigned j = i; j < requests_; ++j) {
        if (list_[j].out != list_[i].out || list_[j].queue == taken_) continue;
        rivals_[rivals++] = list_[j].queue;
        if (j > i) list_[j].queue = taken_;
      }
      const unsigned winner = rivals == 1 ? 0 : arbitrate(block, router, list_[i].out, rivals);
      win(block, router, {list_[i].out, rivals_[winner]});
    }
  }

  [[gnu::always_inline]] void win(const Block& block, std::uint32_t router, Request request) {
    Queue& queue = core_.state.queue(block, request.queue);
    if (request.out == consumption_port) {
      RouterHead& head = block.head();
      head.last_consumer = request.queue;
      head.consuming_until = core_.tick + head_packet(queue).phits;
      consume(block, router, request.queue, queue);
      return;
    }
    const unsigned port = rules_.port_of[request.out];
    const unsigned vc = rules_.vc_of[request.out];
    Channel& channel = core_.state.channel(block, request.out);
    channel.owned_until = no_tick;
    channel.winner = request.queue;
    queue.retry = 0;
    clear_bit(block.ready(), request.queue);
    block.port(port).waiting = static_cast<std::uint16_t>(block.port(port).waiting | 1U << vc);
    set_bit(block.waiting_ports(), port);
  }

  unsigned arbitrate(const Block& block, std::uint32_t router, unsigned out, unsigned rivals);
  unsigned after_last_winner(const Block& block, unsigned out, unsigned rivals) const;
  unsigned phits_queued(unsigned q, Queue& queue);

  /// Phase 2: every idle link starts the next packet that owns one of its channels.
  void send(const Block& block, std::uint32_t router) {
    for_each_bit(block.waiting_ports(), port_words(), [&](unsigned p) {
      OutPort& port = block.port(p);
      if (port.free_at > core_.tick) {
        next_ = std::min(next_, port.free_at);
        return;
      }
      const unsigned later = static_cast<unsigned>(port.waiting) >> port.pointer;
      const unsigned vc = later != 0 ? port.pointer + static_cast<unsigned>(std::countr_zero(later))
                                     : static_cast<unsigned>(std::countr_zero(port.waiting));
      start(block, router, p, port, vc);
      port.waiting = static_cast<std::uint16_t>(port.waiting & ~(1U << vc));
      if (port.waiting == 0) {
        clear_bit(block.waiting_ports(), p);
      } else {
        next_ = std::min(next_, port.free_at);
      }
    });
  }

  void start(const Block& block, std::uint32_t router, unsigned p, OutPort& port, unsigned vc) {
    Channel& channel = block.channel(p, vc);
    if (channel.winner >= rules_.transit_queues) note_way(block.head(), p);
    Queue& queue = core_.state.queue(block, channel.winner);
    const PacketNumber number = take_head(block, router, channel.winner, queue);
    Packet& packet = core_.packets[number];
    const Tick end = core_.tick + packet.phits;
    channel.owned_until = end;
    ++channel.ahead;
    channel.sent_at = core_.tick;
    if (core_.tick < channel.gone_at) channel.taken = 1;
    port.free_at = end;
    port.pointer = static_cast<std::uint8_t>(vc + 1 == rules_.vcs ? 0 : vc + 1);
    port.carried += packet.phits;
    algorithm_.advance(state_of(packet), p);
    ++packet.hops;
    core_.tally.hop();
    core_.post(1 + rules_.link_delay, Event(Kind::arrive, port.router, port.in_port * rules_.vcs + vc, number));
  }

  /// Packets of one message leave by one port, which can be fetched before the next one asks for it.
  static void note_way(RouterHead& head, unsigned port) {
    head.streak = head.last_port == port ? 1 : 0;
    head.last_port = static_cast<std::uint8_t>(port);
  }

  void plan_next_visit(const Block& block, std::uint32_t router) {
    const Tick soonest = core_.tick + 1;
    for_each_bit(block.ready(), queue_words(), [&](unsigned q) {
      if (next_ > soonest) next_ = std::min(next_, retry(block, router, q));
    });
    if (next_ != no_tick) core_.order_visit_at(block, router, std::max(next_, soonest));
  }

  Tick retry(const Block& block, std::uint32_t router, unsigned q) {
    Queue& queue = core_.state.queue(block, q);
    const Packet& packet = head_packet(queue);
    if (packet.destination == router) return std::max(block.head().consuming_until, core_.tick + 1);
    const View view = this->view(block, router, q);
    Tick at = no_tick;
    algorithm_.candidates(view, state_of(packet),
                          [&](std::int32_t out) { at = std::min(at, view.retry_at(static_cast<unsigned>(out))); });
    return at;
  }

  static constexpr std::uint16_t taken_ = 0xfffeU;

  Core& core_;
  const Rules& rules_;
  Algorithm algorithm_;
  Tick next_ = no_tick;  ///< the first known tick in which something becomes possible at the router being visited
  unsigned requests_ = 0;
  std::array<Request, max_queues> list_;
  std::array<std::uint16_t, max_queues> rivals_;
};

}  // namespace fsin::engine::event

#include "fsin/engine/event/visitor_arbiter.hpp"
#include "fsin/engine/event/visitor_catch_up.hpp"

// SPDX-License-Identifier: Apache-2.0
// One visit to one router in one cycle: phases 1c and 1d of docs/model.md (requests and arbitration) and phase 2b
// (links start packets), compiled for one routing algorithm. Reads and writes the router's own block only; see core.hpp
// for who orders visits.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "fsin/engine/event/view.hpp"

namespace fsin::engine::event {

/// one_word: a router has at most 64 queues (and so ports), so that each mask is one word.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Visitor {
 public:
  Visitor(Core& core, Algorithm algorithm) : core_(core), rules_(core.rules), algorithm_(algorithm) {
    if (!one_word) return;
    for (unsigned out = 0; out < rules_.transit_queues; ++out) {
      if (rules_.bubble_applies(rules_.vc_of[out])) bubble_channels_ |= bit(out);
    }
  }

  void visit(std::uint32_t router) {
    const Block block = core_.state.block(router);
    RouterHead& head = block.head();
    const bool move = head.move_at <= core_.clock.tick;
    next_ = move ? no_tick : head.move_at;
    won_ = false;
    open_channels(block, router);
    if (move) promote(block);
    collect(block, router);
    grant(block, router);
    if (move || won_) send(block, router);
    head.move_at = next_;
    let_wait(block, router);
    plan_next_visit(block, router);
  }

  /// A packet has begun to leave the queue behind channel `out`, whose numbers still show what was before. True if a
  /// header that has been looked at before waits for that channel; one that has not orders its own visit.
  bool queue_behind_moves(const Block& block, std::uint32_t router, unsigned out, Channel& channel, Leave leave);

  /// The link at an output port fails: from tick `from` on, which is to come, nobody is granted a channel of it.
  void fail(std::uint32_t router, unsigned port, Tick from);

  /// Before ticks are shifted: nothing that was skipped is left to be looked at.
  void look_back_everywhere();

  /// The route of a packet that enters.
  void start(Packet& packet, const KeyedDraws::Entry& draws) const {
    packet.route.set(algorithm_.start(packet.source, packet.destination, draws));
  }
  /// Calls use(port) for the ports that a header may ask for, as far as the algorithm can tell without looking.
  template <class Use>
  void for_likely_ports(const Packet& packet, Use use) const {
    if constexpr (requires(const State& state) { algorithm_.likely_ports(state, use); }) {
      algorithm_.likely_ports(state_of(packet), use);
    }
  }

  std::vector<WaitingHeader> waiting_headers();

 private:
  using State = typename Algorithm::State;
  static State& state_of(Packet& packet) { return packet.route.template as<State>(); }
  static const State& state_of(const Packet& packet) { return packet.route.template as<State>(); }

  struct Request {
    std::uint16_t out;  ///< or consumption_port()
    std::uint16_t queue;
  };
  std::uint16_t consumption_port() const { return static_cast<std::uint16_t>(rules_.transit_queues); }

  View view(const Block& block, std::uint32_t router, unsigned q) {
    return {core_, block, router, q, core_.clock.tick};
  }
  Packet& head_packet(Queue& queue) { return core_.packets[queue.slots()[queue.head]]; }
  std::uint32_t mask_words() const { return one_word ? 1 : core_.state.layout().mask_words; }

  Tick eligible_from(Queue& queue) {
    if (rules_.asks_at_once) return std::max(queue.busy_until, core_.clock.tick);
    return std::max(std::max(queue.busy_until, head_packet(queue).ready_from), core_.clock.tick);
  }

  void promote(const Block& block) {
    block.for_each(&Masks::behind, mask_words(), [&](unsigned q) {
      Queue& queue = core_.state.queue(block, q);
      const Tick from = eligible_from(queue);
      if (from > core_.clock.tick) {
        next_ = std::min(next_, from);
        return;
      }
      block.clear(&Masks::behind, q);
      block.set(&Masks::fresh, q);
      queue.since = core_.clock.tick;
    });
  }

  /// Phase 1c: every header without an output asks for consumption or for one output channel. Those that have asked
  /// before and cannot be granted anything now lose, whatever they ask for, and are passed over.
  [[gnu::always_inline]] void collect(const Block& block, std::uint32_t router) {
    requests_ = 0;
    for (std::uint32_t w = 0; w < mask_words(); ++w) {
      const Masks& masks = block.masks(w);
      const std::uint64_t again = one_word && masks.waiting != 0 ? could_win(block) : masks.waiting;
      for_each_bit(masks.fresh | again, [&](unsigned i) { ask(block, router, w * 64 + i); });
    }
  }

  [[gnu::always_inline]] void ask(const Block& block, std::uint32_t router, unsigned q) {
    Queue& queue = core_.state.queue(block, q);
    Packet& packet = head_packet(queue);
    if (packet.destination == router) {
      collect_arrived(block, router, q, queue);
      return;
    }
    View view = this->view(block, router, q);
    State& state = state_of(packet);
    if constexpr (routing::Deciding<Algorithm>) {
      if (queue.since == core_.clock.tick) algorithm_.decide(view, state);
    }
    if constexpr (Algorithm::remembers) {
      if (queue.since != core_.clock.tick) {
        catch_up(block, router, q);
        block.asked()[q] = core_.clock.tick + 1;
      }
    }
    const routing::Choice choice = algorithm_.request(view, state, queue.retry);
    if (!choice.made()) return;
    const auto out = static_cast<unsigned>(choice.out);
    list_[requests_] = {static_cast<std::uint16_t>(out), static_cast<std::uint16_t>(q)};
    requests_ += unsigned{core_.state.channel(block, out).owned_until <= core_.clock.tick};  // as good as random
  }

  void collect_arrived(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    if (!rules_.consumes_one_at_a_time) {
      consume(block, router, q, queue);
    } else if (block.node().consuming_until <= core_.clock.tick) {
      list_[requests_++] = {consumption_port(), static_cast<std::uint16_t>(q)};
    }
  }

  void consume(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    stop_waiting(block, q);
    const Leave leave = core_.leave_of(head_packet(queue), 1);
    core_.post_delivery(take_head(block, router, q, queue, leave), leave);
  }

  [[gnu::always_inline]] PacketNumber take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue,
                                                Leave leave) {
    const PacketNumber number = core_.take_head(block, router, q, queue, leave);
    if (queue.count != 0) next_ = std::min(next_, eligible_from(queue));
    return number;
  }

  /// Phase 1d: one winner for each output channel asked for.
  void grant(const Block& block, std::uint32_t router) {
    if (requests_ == 1) {
      win(block, router, list_[0]);
    } else if (requests_ != 0) {
      arbitrate_all(block, router);
    }
  }
  void arbitrate_all(const Block& block, std::uint32_t router);

  [[gnu::always_inline]] void win(const Block& block, std::uint32_t router, Request request) {
    Queue& queue = core_.state.queue(block, request.queue);
    if (request.out == consumption_port()) {
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
    if (requests_ == 1 && link.waiting == 0 && link.free_at <= core_.clock.tick) {  // it has no rival for the link
      start(block, router, port, link, vc);
      return;
    }
    channel.owned_until = no_tick;
    link.waiting = static_cast<std::uint16_t>(link.waiting | 1U << vc);
    block.set(&Masks::sending, port);
    won_ = true;
  }

  /// Phase 2b: every idle link starts the next packet that owns one of its channels.
  void send(const Block& block, std::uint32_t router) {
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

  void start(const Block& block, std::uint32_t router, unsigned p, OutPort& port, unsigned vc) {
    Channel& channel = block.channel(p, vc);
    if (channel.winner >= rules_.transit_queues) note_way(block.head(), p);
    Queue& queue = core_.state.queue(block, channel.winner);
    const LinkTimes link = rules_.link_times[port.link_class];
    const Tick now = core_.clock.tick;
    Packet& packet = head_packet(queue);
    const Leave leave = core_.leave_of(packet, link.phit_cycles);
    const Tick gone = now + leave.cycles;
    const PacketNumber number = take_head(block, router, channel.winner, queue, leave);
    channel.owned_until = gone;
    ++channel.ahead;
    channel.sent_at = now;
    newcomer(channel.leaver_slot, now < channel.gone_at);
    if (channel.ahead + 1U >= rules_.slots) close_if_full(block, router, p * rules_.vcs + vc, channel);
    port.free_at = gone - 1 + link.phit_cycles;
    port.pointer = static_cast<std::uint8_t>((vc + 1) * unsigned{vc + 1 != rules_.vcs});
    port.carried += port.free_at - now;
    packet.tail_from = gone - 1 + link.hop();
    packet.came_at = static_cast<std::uint16_t>(link.phit_cycles);
    algorithm_.advance(state_of(packet), p);
    ++packet.hops;
    core_.tally.hop();
    core_.post(link.hop(), Event(Kind::arrive, port.router, port.in_port * rules_.vcs + vc, number));
  }

  /// Packets of one message leave by one port, which can be fetched before the next one asks for it.
  static void note_way(RouterHead& head, unsigned port) {
    head.streak = head.last_port == port ? 1 : 0;
    head.last_port = static_cast<std::uint8_t>(port);
  }

  // Who waits for what: see waiters.hpp.
  std::uint64_t could_win(const Block& block);
  void let_wait(const Block& block, std::uint32_t router);
  void start_waiting(const Block& block, std::uint32_t router, unsigned q);
  void stop_waiting(const Block& block, unsigned q);
  void forget_wanted(const Block& block);

  // Channels: see channels.hpp.
  void open_channels(const Block& block, std::uint32_t router);
  void close_if_full(const Block& block, std::uint32_t router, unsigned out, const Channel& channel);
  bool wanted(const Block& block, unsigned out) const;

  // The next visit: see next_visit.hpp.
  void plan_next_visit(const Block& block, std::uint32_t router);
  void plan_for_waiting(const Block& block, std::uint32_t router);
  Tick ring_grantable_from(const Block& block, std::uint32_t router, unsigned out);
  Tick retry(const Block& block, std::uint32_t router, unsigned q);

  // Routing algorithms that remember: see look_back.hpp.
  void room_changed(const Block& block, std::uint32_t router, unsigned out, bool opened, Tick from);
  void catch_up(const Block& block, std::uint32_t router, unsigned q);
  void look_back_all(const Block& block, std::uint32_t router, Tick end);
  /// Masks as of a cycle, and the changes of room up to it in the order of their ticks.
  struct Past {
    const Masks* masks;
    std::span<const network::RoomChange> changes;
  };
  void look_back(const Block& block, std::uint32_t router, unsigned q, const Past& past, Tick end);

  static constexpr std::uint16_t arbitrated = 0xffffU;  ///< in place of a queue: its request has been decided

  Core& core_;
  const Rules& rules_;
  Algorithm algorithm_;
  Tick next_ = no_tick;                ///< first known tick in which something becomes possible at the visited router
  std::uint64_t bubble_channels_ = 0;  ///< output channels that a bubble protects; one_word
  bool won_ = false;                   ///< in this visit a header was granted a channel and waits for its link
  bool stopped_ = false;               ///< a header that waited does not any more; one_word
  unsigned requests_ = 0;
  std::array<Request, max_queues> list_;
  std::array<std::uint16_t, max_queues> rivals_;
  std::vector<Masks> past_masks_;  ///< room for look_back_all()
  std::vector<network::RoomChange> changes_;
};

}  // namespace fsin::engine::event

#include "fsin/engine/event/look_back.hpp"
#include "fsin/engine/event/next_visit.hpp"
#include "fsin/engine/event/visitor_arbiter.hpp"
#include "fsin/engine/event/visitor_channels.hpp"
#include "fsin/engine/event/waiters.hpp"

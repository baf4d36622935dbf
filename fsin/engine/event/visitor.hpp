// SPDX-License-Identifier: Apache-2.0
// One visit to one router in one cycle: phases 1c and 1d of docs/model/router.md, "One cycle" (requests and
// arbitration) and phase 2b (links start packets), compiled for one routing algorithm. Reads and writes the router's
// own block only; core.hpp describes who orders visits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <vector>

#include "fsin/engine/event/view.hpp"

namespace fsin::engine::event {

/// The visits of a part. one_word: a router has at most 64 queues (and so ports), so that each mask is one word, known
/// to the compiler.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Visitor {
 public:
  Visitor(Core& core, Algorithm algorithm) : core_(core), rules_(core.rules), algorithm_(algorithm) {
    for (unsigned out = 0; out < rules_.transit_queues; ++out) {
      if (rules_.bubble_applies(rules_.vc_of[out])) bubble_channels_[out / 64] |= bit(out);
    }
  }

  void visit(std::uint32_t router) {
    const Block block = this->block(router);
    RouterHead& head = block.head();
    head.visit_listed = 0;
    const bool move = head.move_at <= core_.clock.tick;
    next_ = move ? no_tick : head.move_at;
    won_ = false;
    record_ = record_at(block);
    open_channels(block, router);
    if (move) promote(block);
    collect(block, router);
    grant(block, router);
    if (move || won_) send(block, router);
    head.move_at = next_;
    let_wait(block, router);
    plan_next_visit(block, router);
  }

  /// True if, on networks of this algorithm, every router has a node and the same number of ports.
  static constexpr bool alike = requires { requires Algorithm::routers_are_alike; };
  Block block(std::uint32_t router) const { return core_.state.template block<alike>(router); }

  /// Updates, before a visit, whether a header in transit has waited for too long.
  void watch(std::uint32_t router);

  /// Makes the decisions of the headers that a visit will serve for the first time; for an algorithm that looks around,
  /// before any router of the cycle is visited.
  void decide(std::uint32_t router);

  /// Applies the departure of a packet from the queue behind channel `out`, whose numbers are still those before. True
  /// if a header that has been served before waits for that channel; one that has not orders its own visit.
  bool queue_behind_moves(const Block& block, std::uint32_t router, unsigned out, Channel& channel, Leave leave);

  /// Fails the link at an output port: from tick `from` on, a later one, no header is granted a channel of it.
  void fail(std::uint32_t router, unsigned port, Tick from);

  /// Reconstructs all skipped requests before ticks are shifted.
  void look_back_everywhere();

  /// Makes the route of a packet that enters.
  void start(Packet& packet, const KeyedDraws::Entry& draws) const {
    packet.route.set(algorithm_.start(packet.source, packet.destination, draws));
  }
  /// Calls use(port) for the ports that a header may request, as far as the algorithm can tell without looking.
  template <class Use>
  void for_likely_ports(const Packet& packet, Use use) const {
    if constexpr (requires(const State& state) { algorithm_.likely_ports(state, use); }) {
      algorithm_.likely_ports(state_of(packet), use);
    }
  }

 private:
  using State = typename Algorithm::State;
  static State& state_of(Packet& packet) { return packet.route.template as<State>(); }
  static const State& state_of(const Packet& packet) { return packet.route.template as<State>(); }

  /// A mask of input queues, output channels or ports; only the first mask_words() words of several are in use.
  using Words = std::array<std::uint64_t, one_word ? 1 : max_queues / 64>;

  struct Request {
    std::uint16_t out;  ///< output channel, or the consumption port
    std::uint16_t queue;
  };
  static std::uint16_t consumption_port(const Block& block) {
    return static_cast<std::uint16_t>(block.layout().transit_queues);
  }

  View view(const Block& block, std::uint32_t router, unsigned q) {
    return {core_, block, router, number(block, q), core_.clock.tick};
  }
  static unsigned number(const Block& block, unsigned q) { return alike ? q : block.number(q); }
  Packet& head_packet(Queue& queue) { return core_.packets[queue.first]; }
  static unsigned mask_words(const Block& block) { return one_word ? 1 : block.layout().mask_words; }
  static constexpr unsigned word_of(unsigned i) { return one_word ? 0 : i / 64; }
  /// The record of a router in which headers wait.
  WaitRecord record(const Block& block) const { return {record_at(block), block.layout().record, mask_words(block)}; }
  std::byte* record_at(const Block& block) const { return records(block).at(block.head().record); }
  RecordPool& records(const Block& block) const { return core_.records.of_kind(alike ? 0 : block.kind().number); }
  /// The record of the router that is visited.
  WaitRecord visited_record(const Block& block) const { return {record_, block.layout().record, mask_words(block)}; }
  bool somebody_is(const Block& block, Block::Mask mask) const {
    std::uint64_t all = 0;
    for (unsigned w = 0; w < mask_words(block); ++w) all |= block.masks(w).*mask;
    return all != 0;
  }
  bool somebody_waits(const Block& block) const { return somebody_is(block, &Masks::waiting); }

  Tick eligible_from(Queue& queue) {
    if (rules_.asks_at_once) return std::max(queue.busy_until, core_.clock.tick);
    return std::max(std::max(queue.busy_until, head_packet(queue).ready_from), core_.clock.tick);
  }

  void promote(const Block& block) {
    block.for_each(&Masks::behind, mask_words(block), [&](unsigned q) {
      Queue& queue = core_.state.queue(block, q);
      const Tick from = eligible_from(queue);
      if (from > core_.clock.tick) {
        next_ = std::min(next_, from);
        return;
      }
      block.clear(&Masks::behind, q);
      block.set(&Masks::fresh, q);
    });
  }

  /// Phase 1c: every header without an output requests consumption or one output channel. Headers that have made a
  /// request before and cannot be granted anything now would lose whatever they request, and are skipped.
  [[gnu::always_inline]] void collect(const Block& block, std::uint32_t router) {
    requests_ = 0;
    const bool again = somebody_waits(block);
    if (again) find_who_could_win(block, router);
    for (unsigned w = 0; w < mask_words(block); ++w) {
      const std::uint64_t could_win = again ? could_win_[w] : 0;
      for (std::uint64_t left = block.masks(w).fresh | could_win; left != 0; left &= left - 1) {
        const unsigned q = w * 64 + static_cast<unsigned>(std::countr_zero(left));
        if constexpr (routing::AsksForEmptiest<Algorithm>) {
          if ((could_win & bit(q)) != 0 && ask_for_emptiest(block, router, q)) continue;
        }
        ask(block, router, q, (could_win & bit(q)) == 0);
      }
    }
  }

  /// Makes the request of a header; `first`: it is served for the first time.
  [[gnu::always_inline]] void ask(const Block& block, std::uint32_t router, unsigned q, bool first) {
    Queue& queue = core_.state.queue(block, q);
    Packet& packet = head_packet(queue);
    if (packet.destination == router) {
      collect_arrived(block, router, q, queue);
      return;
    }
    View view = this->view(block, router, q);
    State& state = state_of(packet);
    if constexpr (routing::Deciding<Algorithm> && !routing::LookingAround<Algorithm>) {
      if (first) algorithm_.decide(view, state);
    }
    if constexpr (Algorithm::remembers) {
      if (!first) {
        catch_up(block, router, q);
        visited_record(block).asked()[q] = core_.clock.tick + 1;
      }
    }
    const routing::Choice choice = is_restricted(block, q) && holds_back(block)
                                       ? request_restricted(block, router, q, queue, state)
                                       : algorithm_.request(view, state, queue.retry);
    if (!choice.made()) return;
    const auto out = static_cast<unsigned>(choice.out);
    list_[requests_] = {static_cast<std::uint16_t>(out), static_cast<std::uint16_t>(q)};
    requests_ += unsigned{core_.state.channel(block, out).owned_until <= core_.clock.tick};  // as good as random
  }

  void collect_arrived(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    if (!rules_.consumes_one_at_a_time) {
      consume(block, router, q, queue);
    } else if (block.node().consuming_until <= core_.clock.tick) {
      list_[requests_++] = {consumption_port(block), static_cast<std::uint16_t>(q)};
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

  /// Phase 1d: grants each requested output channel to one winner.
  void grant(const Block& block, std::uint32_t router) {
    if (requests_ == 1) {
      win(block, router, list_[0]);
    } else if (requests_ != 0) {
      arbitrate_all(block, router);
    }
  }
  void arbitrate_all(const Block& block, std::uint32_t router);

  // Decisions separate from visits: visitor_decisions.hpp.
  void decide(const Block& block, std::uint32_t router, unsigned q);

  // Congestion control: restriction.hpp.
  bool is_restricted(const Block& block, unsigned q) const {
    return rules_.congestion.own_slots != 0 && q >= block.layout().transit_queues;
  }
  /// The input queues of a word whose headers may be held back.
  std::uint64_t restricted(const Block& block, unsigned word) const {
    if (rules_.congestion.own_slots == 0) return 0;
    return bits_of(block.layout().transit_queues, rules_.injectors, word);
  }
  bool holds_back(const Block& block) const { return !rules_.congestion.watches() || block.node().congested != 0; }
  [[gnu::noinline]] routing::Choice request_restricted(const Block& block, std::uint32_t router, unsigned q,
                                                       Queue& queue, const State& state);
  unsigned without_injected(const Block& block, std::uint32_t router, unsigned out, unsigned count);

  void win(const Block& block, std::uint32_t router, Request request);

  // Phase 2b: visitor_links.hpp.
  Tick idle_from(std::uint32_t router, unsigned p, const OutPort& port);
  void send(const Block& block, std::uint32_t router);
  void start(const Block& block, std::uint32_t router, unsigned p, OutPort& port, unsigned vc);
  static void note_way(RouterHead& head, unsigned port);

  // Waiting headers and their channels: waiters.hpp.
  void find_who_could_win(const Block& block, std::uint32_t router);
  void keep_emptiest(const Block& block, std::uint32_t router);
  bool ask_for_emptiest(const Block& block, std::uint32_t router, unsigned q);
  void let_wait(const Block& block, std::uint32_t router);
  void renew_record(const Block& block, bool needed);
  void start_waiting(const Block& block, std::uint32_t router, unsigned q);
  void stop_waiting(const Block& block, unsigned q);
  void forget_wanted(const Block& block);

  // Channels: channels.hpp.
  void open_channels(const Block& block, std::uint32_t router);
  void close_if_full(const Block& block, std::uint32_t router, unsigned out, const Channel& channel);
  bool wanted(const Block& block, unsigned out) const;

  // The next visit: next_visit.hpp.
  void plan_next_visit(const Block& block, std::uint32_t router);
  void plan_for_waiting(const Block& block, std::uint32_t router);
  Tick ring_grantable_from(const Block& block, std::uint32_t router, unsigned out);

  // Routing algorithms that remember: look_back.hpp.
  void room_changed(const Block& block, std::uint32_t router, unsigned out, bool opened, Tick from);
  void catch_up(const Block& block, std::uint32_t router, unsigned q);
  void look_back_all(const Block& block, std::uint32_t router, Tick end);
  /// Masks as of a cycle, and the later changes of room in the order of their ticks.
  struct Past {
    const Masks* masks;
    std::span<const network::RoomChange> changes;
  };
  void look_back(const Block& block, std::uint32_t router, unsigned q, const Past& past, Tick end);

  static constexpr std::uint16_t arbitrated = 0xffffU;  ///< in place of a queue: its request has been decided

  Core& core_;
  const Rules& rules_;
  Algorithm algorithm_;
  Tick next_ = no_tick;          ///< first known tick in which something becomes possible at the visited router
  Words bubble_channels_{};      ///< output channels protected by a bubble
  Words open_;                   ///< in this visit: wanted output channels with room and no owner
  Words could_win_;              ///< waiting headers that want one of these channels, or that can be consumed
  Words unwanted_{};             ///< channels wanted by headers that no longer wait
  std::byte* record_ = nullptr;  ///< record of the visited router; meaningless if no header waits there
  bool won_ = false;             ///< in this visit a header was granted a channel and waits for its link
  bool stopped_ = false;         ///< a header that waited no longer does
  unsigned requests_ = 0;
  std::array<Request, max_queues> list_;
  std::array<std::uint16_t, max_queues> rivals_;
  std::vector<Masks> past_masks_;  ///< masks of room for look_back_all()
  std::vector<network::RoomChange> changes_;
};

}  // namespace fsin::engine::event

#include "fsin/engine/event/look_back.hpp"
#include "fsin/engine/event/next_visit.hpp"
#include "fsin/engine/event/restriction.hpp"
#include "fsin/engine/event/visitor_arbiter.hpp"
#include "fsin/engine/event/visitor_channels.hpp"
#include "fsin/engine/event/visitor_decisions.hpp"
#include "fsin/engine/event/visitor_links.hpp"
#include "fsin/engine/event/waiters.hpp"

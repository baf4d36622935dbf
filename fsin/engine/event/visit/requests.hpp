// SPDX-License-Identifier: Apache-2.0
// Phase 1c of docs/model.md in the event engine: every header without an output asks for consumption or for one output
// channel. Those that have asked before and cannot be granted anything now lose, whatever they ask for, and are passed
// over.
#pragma once

#include "fsin/engine/event/visit/grants.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Requests : public Grants<Algorithm, one_word> {
  using Below = Grants<Algorithm, one_word>;

 public:
  using Below::Below;

 protected:
  using Below::algorithm_;
  using Below::catch_up;
  using Below::consume;
  using Below::consumption_port;
  using Below::core_;
  using Below::could_win_;
  using Below::find_who_could_win;
  using Below::head_packet;
  using Below::holds_back;
  using Below::is_restricted;
  using Below::list_;
  using Below::mask_words;
  using Below::next_;
  using Below::request_restricted;
  using Below::requests_;
  using Below::rules_;
  using Below::somebody_waits;
  using Below::state_of;
  using Below::visited_record;
  using Below::word_of;
  using typename Below::State;

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

 private:
  /// `first`: the header is looked at for the first time.
  [[gnu::always_inline]] void ask(const Block& block, std::uint32_t router, unsigned q, bool first) {
    Queue& queue = core_.state.queue(block, q);
    Packet& packet = head_packet(queue);
    if (rules_.tail_due) [[unlikely]] {  // asked before `first`, which is as good as random
      if (first && waits_for_tail(block, router, q, packet)) return;
    }
    if (packet.destination == router) {
      collect_arrived(block, router, q, queue);
      return;
    }
    View view = this->view(block, router, q);
    State& state = state_of(packet);
    if constexpr (routing::Deciding<Algorithm> && !routing::LookingAround<Algorithm>) {
      if (first && packet.looked_at == 0) algorithm_.decide(view, state);
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

  /// Serves a header for the first time where tails must be due (docs/model/router.md, "When the tail is due"). True:
  /// it may not ask before a later tick, which is planned.
  [[gnu::noinline]] bool waits_for_tail(const Block& block, std::uint32_t router, unsigned q, Packet& packet) {
    if (packet.looked_at != 0) return false;
    packet.looked_at = 1;
    unsigned fastest = 1;
    if (packet.destination != router) {
      View view = this->view(block, router, q);
      State& state = state_of(packet);
      if constexpr (routing::Deciding<Algorithm> && !routing::LookingAround<Algorithm>) algorithm_.decide(view, state);
      if (packet.came_at <= fastest) return false;
      fastest = max_phit_cycles;
      algorithm_.candidates(view, state, [&](std::int32_t out) {
        const OutPort& port = block.port(rules_.port_of[static_cast<unsigned>(out)]);
        if (port.link_class == network::no_link) return;  // failed from the start
        fastest = std::min(fastest, rules_.link_times[port.link_class].phit_cycles);
      });
    }
    const Tick behind = (packet.phits - 1U) * fastest;
    if (packet.tail_from <= core_.clock.tick + behind) return false;
    packet.ready_from = packet.tail_from - behind;
    block.clear(&Masks::fresh, q);
    block.set(&Masks::behind, q);
    next_ = std::min(next_, packet.ready_from);
    return true;
  }

  void collect_arrived(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
    if (!rules_.consumes_one_at_a_time) {
      consume(block, router, q, queue);
    } else if (block.node().consuming_until <= core_.clock.tick) {
      list_[requests_++] = {consumption_port(block), static_cast<std::uint16_t>(q)};
    }
  }

  /// A waiting header that asks for the emptiest of several channels, without a look at its packet. False: it is none.
  [[gnu::always_inline]] bool ask_for_emptiest(const Block& block, std::uint32_t router, unsigned q) {
    if (is_restricted(block, q)) return false;
    const routing::Channels group = algorithm_.emptiest_of(block.head().layer);
    if (group.count < 2 || (visited_record(block).of_queue(word_of(group.first))[q] & bit(group.first)) == 0)
      return false;
    const auto out = static_cast<unsigned>(
        this->view(block, router, q).emptiest(static_cast<std::int32_t>(group.first), group.count));
    list_[requests_] = {static_cast<std::uint16_t>(out), static_cast<std::uint16_t>(q)};
    requests_ += unsigned{block.has(&Masks::room, out)} &
                 unsigned{core_.state.channel(block, out).owned_until <= core_.clock.tick};
    return true;
  }
};

}  // namespace fsin::engine::event

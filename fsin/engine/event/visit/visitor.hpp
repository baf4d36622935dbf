// SPDX-License-Identifier: Apache-2.0
// One visit to one router in one cycle: phases 1c and 1d of docs/model.md (requests and arbitration) and phase 2b
// (links start packets), compiled for one routing algorithm. Reads and writes the router's own block only; see core.hpp
// for who orders visits, and router_access.hpp for the parts that a visitor is built of.
//
// A router must be visited again in the first cycle in which one of its waiting headers could be granted something, by
// what is known now. Events and starts that change that order a visit themselves.
#pragma once

#include "fsin/engine/event/visit/requests.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Visitor : public Requests<Algorithm, one_word> {
  using Below = Requests<Algorithm, one_word>;

 public:
  using Below::Below;

  void visit(std::uint32_t router) {
    const Block block = this->block(router);
    RouterHead& head = block.head();
    head.visit_listed = 0;
    const bool move = head.move_at <= core_.clock.tick;
    next_ = move ? no_tick : head.move_at;
    won_ = false;
    begin_visit(block);
    open_channels(block, router);
    if (move) promote(block);
    collect(block, router);
    grant(block, router);
    if (move || won_) send(block, router);
    head.move_at = next_;
    let_wait(block, router);
    plan_next_visit(block, router);
  }

  /// For an algorithm that looks around (routing/algorithm.hpp), before any router of the cycle is visited: the
  /// decisions of the headers that the visit will look at for the first time, on what queues held at the end of the
  /// cycle before, whichever thread a router belongs to.
  void decide(std::uint32_t router);

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

 protected:
  using Below::algorithm_;
  using Below::begin_visit;
  using Below::bubble_channels_;
  using Below::collect;
  using Below::core_;
  using Below::eligible_from;
  using Below::grant;
  using Below::head_packet;
  using Below::let_wait;
  using Below::mask_words;
  using Below::next_;
  using Below::open_channels;
  using Below::restricted;
  using Below::send;
  using Below::somebody_waits;
  using Below::state_of;
  using Below::view;
  using Below::visited_record;
  using Below::won_;
  using Below::word_of;
  using typename Below::State;

 private:
  /// Packets behind which a tail has gone are headers now.
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

  void plan_next_visit(const Block& block, std::uint32_t router) {
    const Tick soonest = core_.clock.tick + 1;
    if (somebody_waits(block)) plan_for_waiting(block, router);
    core_.order_next_visit(block, router, std::max(next_, soonest));
  }

  /// A channel that no bubble protects can be granted as soon as it has room and no owner.
  void plan_for_waiting(const Block& block, std::uint32_t router) {
    const Tick soonest = core_.clock.tick + 1;
    const WaitRecord record = visited_record(block);
    Tick next = std::max(next_, soonest);
    for (unsigned w = 0; w < mask_words(block); ++w) {
      if (record.apart(w) == 0) continue;
      const Tick free = (record.apart(w) & restricted(block, w)) != 0 ? soonest : block.node().consuming_until;
      next = std::min(next, std::max(free, soonest));
    }
    for (unsigned w = 0; w < mask_words(block) && next > soonest; ++w) {
      const Masks& masks = block.masks(w);
      const std::uint64_t wanted = record.wanted(w);
      for_each_bit(wanted & masks.room & ~bubble_channels_[w], [&](unsigned i) {
        next = std::min(next, std::max(core_.state.channel(block, w * 64 + i).owned_until, soonest));
      });
      for_each_bit(wanted & masks.opening & ~bubble_channels_[w], [&](unsigned i) {
        const Channel& channel = core_.state.channel(block, w * 64 + i);
        next = std::min(next, std::max(channel.owned_until, channel.gone_at));
      });
    }
    next_ = next;
    for (unsigned w = 0; w < mask_words(block); ++w) {
      const Masks& masks = block.masks(w);
      std::uint64_t rings = record.wanted(w) & (masks.room | masks.opening) & bubble_channels_[w];
      for (; rings != 0 && next_ > soonest; rings &= rings - 1) {
        const unsigned out = w * 64 + static_cast<unsigned>(std::countr_zero(rings));
        next_ = std::min(next_, ring_grantable_from(block, router, out));
      }
    }
  }

  /// The first later cycle in which channel `out`, which has room or gets it, could be granted to one of those that
  /// wait for it. Those that would enter the ring need a bubble in it besides, all the same one.
  Tick ring_grantable_from(const Block& block, std::uint32_t router, unsigned out) {
    const Channel& channel = core_.state.channel(block, out);
    const Tick open = block.has(&Masks::room, out) ? core_.clock.tick + 1 : channel.gone_at;
    const Tick free = std::max(open, channel.owned_until);
    const unsigned w = word_of(out);
    const bool goes_on = (block.masks(w).waiting & visited_record(block).of_queue(w)[out] & bit(out)) != 0;
    if (free >= next_ || goes_on) return free;
    return view(block, router, block.layout().transit_queues).retry_at(out);
  }

  void decide(const Block& block, std::uint32_t router, unsigned q);
};

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::decide(std::uint32_t router) {
  const Block block = this->block(router);
  const bool move = block.head().move_at <= core_.clock.tick;
  for (std::uint32_t w = 0; w < mask_words(block); ++w) {
    for_each_bit(block.masks(w).fresh, [&](unsigned i) { decide(block, router, w * 64 + i); });
    if (!move) continue;
    for_each_bit(block.masks(w).behind, [&](unsigned i) {
      if (eligible_from(core_.state.queue(block, w * 64 + i)) <= core_.clock.tick) decide(block, router, w * 64 + i);
    });
  }
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::decide(const Block& block, std::uint32_t router, unsigned q) {
  Packet& packet = head_packet(core_.state.queue(block, q));
  if (packet.destination != router && packet.looked_at == 0)
    algorithm_.decide(view(block, router, q), state_of(packet));
}

}  // namespace fsin::engine::event

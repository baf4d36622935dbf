// SPDX-License-Identifier: Apache-2.0
// Congestion control at a router (router/congestion_control.hpp): headers from injection queues that need free slots in
// queues of their own router, or give way to those in transit. Other packets never execute this code.
#pragma once

#include <algorithm>
#include <span>

#include "fsin/engine/event/visit/router_access.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Restriction : public RouterAccess<Algorithm, one_word> {
  using Below = RouterAccess<Algorithm, one_word>;

 public:
  using Below::Below;

  /// Before a visit: notes whether a header in transit has been waiting for long.
  void watch(std::uint32_t router);

 protected:
  using Below::algorithm_;
  using Below::core_;
  using Below::mask_words;
  using Below::number;
  using Below::record;
  using Below::rules_;
  using Below::view;
  using typename Below::State;

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
  unsigned without_injected(const Block& block, std::uint32_t router, unsigned out,
                            std::span<const std::uint16_t> rivals);
};

/// The request of a header that sees room only where congestion control lets it enter.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
routing::Choice Restriction<Algorithm, one_word>::request_restricted(const Block& block, std::uint32_t router,
                                                                     unsigned q, Queue& queue, const State& state) {
  const CongestionRules& rule = rules_.congestion;
  const Tick now = core_.clock.tick;
  std::array<std::uint64_t, max_queues / 64> room{};
  algorithm_.candidates(view(block, router, q), state, [&](std::int32_t candidate) {
    const auto out = static_cast<unsigned>(candidate);
    const unsigned used = rule.slots_ahead ? used_slots(core_.state.channel(block, out), now)
                                           : used_slots(core_.state.queue(block, out), now);
    if (block.has(&Masks::room, out) && used + rule.own_slots <= rules_.slots) room[out / 64] |= bit(out);
  });
  PastView restricted(core_, block, router, number(block, q), now, RoomThen{room.data()});
  return algorithm_.request(restricted, state, queue.retry);
}

/// The number of rivals left of `count` for a channel after headers from injection queues, which come last, give way.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
unsigned Restriction<Algorithm, one_word>::without_injected(const Block& block, std::uint32_t router, unsigned out,
                                                            std::span<const std::uint16_t> rivals) {
  const CongestionRules& rule = rules_.congestion;
  const auto count = static_cast<unsigned>(rivals.size());
  if (!holds_back(block)) return count;
  unsigned in_transit = count;
  while (in_transit > 0 && rivals[in_transit - 1] >= block.layout().transit_queues) --in_transit;
  if (in_transit == 0 || in_transit == count) return count;
  return core_.draws.chance({core_.clock.cycle, router, out}, rule.transit_priority) ? in_transit : count;
}

/// Updates whether the router is congested. Since the last visit, headers have only waited longer. So a router that has
/// become calm became so in the cycle after that visit, and one that has become congested still is.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Restriction<Algorithm, one_word>::watch(std::uint32_t router) {
  const Block block = this->block(router);
  const Tick now = core_.clock.tick;
  NodeHead& node = block.node();
  Tick first = no_tick;
  block.for_each(&Masks::waiting, mask_words(block), [&](unsigned q) {
    if (q < block.layout().transit_queues) first = std::min(first, record(block).since()[q]);
  });
  const bool nobody = first == no_tick;
  if (!nobody && now - first > rules_.congestion.patience) {
    node.congested = 1;
  } else if (nobody || node.watched + 1 - first < rules_.congestion.calm) {
    node.congested = 0;
  }
  node.watched = now;
}

}  // namespace fsin::engine::event

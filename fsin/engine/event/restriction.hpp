// SPDX-License-Identifier: Apache-2.0
// Congestion control at a router (router/congestion_control.hpp): headers from injection queues that need free slots in
// queues of their own router, or give way to those in transit. Other packets never execute this code.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The request of a header that sees room only where congestion control lets it enter.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
routing::Choice Visitor<Algorithm, one_word>::request_restricted(const Block& block, std::uint32_t router, unsigned q,
                                                                 Queue& queue, const State& state) {
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
unsigned Visitor<Algorithm, one_word>::without_injected(const Block& block, std::uint32_t router, unsigned out,
                                                        unsigned count) {
  const CongestionRules& rule = rules_.congestion;
  if (!holds_back(block)) return count;
  unsigned in_transit = count;
  while (in_transit > 0 && rivals_[in_transit - 1] >= block.layout().transit_queues) --in_transit;
  if (in_transit == 0 || in_transit == count) return count;
  return core_.draws.chance({core_.clock.cycle, router, out}, rule.transit_priority) ? in_transit : count;
}

/// Updates whether the router is congested. Since the last visit, headers have only waited longer. So a router that has
/// become calm became so in the cycle after that visit, and one that has become congested still is.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
void Visitor<Algorithm, one_word>::watch(std::uint32_t router) {
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

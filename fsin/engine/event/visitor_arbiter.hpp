// SPDX-License-Identifier: Apache-2.0
// The rarer half of Visitor: several headers want one channel, and what a deadlock report asks for.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The first rival after the last winner, in input order. Rivals are in ascending order.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
unsigned Visitor<Algorithm, one_word>::after_last_winner(const Block& block, unsigned out, unsigned rivals) const {
  const std::uint16_t last =
      out == consumption_port ? block.head().last_consumer : core_.state.channel(block, out).winner;
  if (last == 0xffffU) return 0;
  for (unsigned i = 0; i < rivals; ++i) {
    if (rivals_[i] > last) return i;
  }
  return 0;
}

/// Phits in an input queue whose head is not leaving; short packets count in full once they have arrived.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
unsigned Visitor<Algorithm, one_word>::phits_queued(unsigned q, Queue& queue) {
  if (q >= rules_.transit_queues) return std::min<unsigned>(queue.count, rules_.port_queue) * rules_.packet_phits;
  unsigned place = queue.head + queue.count - 1U;
  if (place >= rules_.slots) place -= rules_.slots;
  const Packet& last = core_.packets[queue.slots()[place]];
  const Tick arrived_for = core_.tick - (last.ready_from - rules_.router_delay - 1);
  const unsigned missing = arrived_for >= last.phits ? 0 : last.phits - arrived_for;
  return queue.count * rules_.packet_phits - missing;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
unsigned Visitor<Algorithm, one_word>::arbitrate(const Block& block, std::uint32_t router, unsigned out,
                                                 unsigned rivals) {
  const auto least = [&](auto key) {
    unsigned best = 0;
    for (unsigned i = 1; i < rivals; ++i) {
      if (key(rivals_[i]) < key(rivals_[best])) best = i;
    }
    return best;
  };
  switch (rules_.arbiter) {
    case router::Arbiter::round_robin:
      return after_last_winner(block, out, rivals);
    case router::Arbiter::oldest:
      return least([&](unsigned q) { return core_.state.queue(block, q).since; });
    case router::Arbiter::age:
      return least([&](unsigned q) { return head_packet(core_.state.queue(block, q)).entered; });
    case router::Arbiter::random:
      return core_.draws.winner({core_.now(), router, out == consumption_port ? rules_.transit_queues : out}, rivals);
    case router::Arbiter::longest:
      break;
  }
  const unsigned first = after_last_winner(block, out, rivals);
  unsigned best = first;
  for (unsigned n = 1; n < rivals; ++n) {
    const unsigned i = (first + n) % rivals;
    if (phits_queued(rivals_[i], core_.state.queue(block, rivals_[i])) >
        phits_queued(rivals_[best], core_.state.queue(block, rivals_[best]))) {
      best = i;
    }
  }
  return best;
}

template <routing::RoutingAlgorithm Algorithm, bool one_word>
std::vector<WaitingHeader> Visitor<Algorithm, one_word>::waiting_headers() {
  std::vector<WaitingHeader> headers;
  for (std::uint32_t router = 0; router < core_.state.routers(); ++router) {
    const Block block = core_.state.block(router);
    for_each_bit(block.ready(), queue_words(), [&](unsigned q) {
      const Packet& packet = head_packet(core_.state.queue(block, q));
      WaitingHeader header{router, q, packet.source, packet.destination, {}};
      if (packet.destination != router) {
        const View view = this->view(block, router, q);
        algorithm_.candidates(view, state_of(packet), [&](std::int32_t out) {
          const auto o = static_cast<unsigned>(out);
          Obstacle obstacle = view.obstacle(o);
          const Tick owned = core_.state.channel(block, o).owned_until;
          if (obstacle == Obstacle::none && owned > core_.tick) obstacle = Obstacle::owned;
          header.wanted.push_back({o, obstacle});
        });
      }
      headers.push_back(std::move(header));
    });
  }
  return headers;
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// Phase 2b of docs/model/router.md, "One cycle", in the event engine: links start packets that were granted one of
// their channels, in the order of the channels.
#pragma once

#include "fsin/engine/event/visitor.hpp"

namespace fsin::engine::event {

/// The tick in which a packet that waits for the link may start, or in which to ask again.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline Tick Visitor<Algorithm, one_word>::idle_from(std::uint32_t router, unsigned p, const OutPort& port) {
  const Tick now = core_.clock.tick;
  if (core_.taken == nullptr || port.free_at > now) [[likely]]
    return port.free_at;
  const unsigned phit_cycles = rules_.link_times[port.link_class].phit_cycles;
  const Cycle idle = core_.taken->ask(std::size_t{router} * rules_.ports + p, phit_cycles, core_.clock.cycle);
  return now + static_cast<Tick>(idle - core_.clock.cycle);
}

/// Phase 2b: every idle link starts the next packet that owns one of its channels.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::send(const Block& block, std::uint32_t router) {
  block.for_each(&Masks::sending, mask_words(block), [&](unsigned p) {
    OutPort& port = block.port(p);
    const Tick idle = idle_from(router, p, port);
    if (idle > core_.clock.tick) {
      next_ = std::min(next_, idle);
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

/// Starts the packet that won a channel over its link.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::start(const Block& block, std::uint32_t router, unsigned p, OutPort& port,
                                                unsigned vc) {
  Channel& channel = block.channel(p, vc);
  if (channel.winner >= block.layout().transit_queues) note_way(block.head(), p);
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
  if (core_.taken != nullptr) [[unlikely]] {
    core_.taken->start(std::size_t{router} * rules_.ports + p, core_.clock.cycle + (port.free_at - now));
  }
  packet.tail_from = gone - 1 + link.hop();
  packet.came_at = static_cast<std::uint16_t>(link.phit_cycles);
  algorithm_.advance(state_of(packet), p);
  ++packet.hops;
  core_.tally.hop(packet, router, p, core_.clock.cycle);
  core_.post(link.hop(), Event(Kind::arrive, port.router, port.in_port * rules_.vcs + vc, number));
}

/// Notes the port taken: packets of one message leave by one port, which can be prefetched for the next one.
template <routing::RoutingAlgorithm Algorithm, bool one_word>
inline void Visitor<Algorithm, one_word>::note_way(RouterHead& head, unsigned port) {
  head.streak = head.last_port == port ? 1 : 0;
  head.last_port = static_cast<std::uint8_t>(port);
}

}  // namespace fsin::engine::event

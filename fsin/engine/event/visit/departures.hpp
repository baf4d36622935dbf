// SPDX-License-Identifier: Apache-2.0
// Phase 2b of docs/model.md in the event engine: links start packets that were granted one of their channels, in the
// order of the channels. Whoever leaves its queue makes the next packet there a header, which may ask from a known
// tick.
#pragma once

#include <algorithm>
#include <bit>

#include "fsin/engine/event/visit/waiters.hpp"

namespace fsin::engine::event {

template <routing::RoutingAlgorithm Algorithm, bool one_word>
class Departures : public Waiters<Algorithm, one_word> {
  using Below = Waiters<Algorithm, one_word>;

 public:
  using Below::Below;

 protected:
  using Below::algorithm_;
  using Below::close_if_full;
  using Below::core_;
  using Below::head_packet;
  using Below::mask_words;
  using Below::rules_;
  using Below::state_of;

  Tick eligible_from(Queue& queue) {
    if (rules_.asks_at_once) return std::max(queue.busy_until, core_.clock.tick);
    return std::max(std::max(queue.busy_until, head_packet(queue).ready_from), core_.clock.tick);
  }

  [[gnu::always_inline]] PacketNumber take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue,
                                                Leave leave) {
    const PacketNumber number = core_.take_head(block, router, q, queue, leave);
    if (queue.count != 0) next_ = std::min(next_, eligible_from(queue));
    return number;
  }

  /// The tick in which a packet that waits for the link now may start, or in which to ask again.
  Tick idle_from(std::uint32_t router, unsigned p, const OutPort& port) {
    const Tick now = core_.clock.tick;
    if (core_.taken == nullptr || port.free_at > now) [[likely]]
      return port.free_at;
    const unsigned phit_cycles = rules_.link_times[port.link_class].phit_cycles;
    const Cycle idle = core_.taken->ask(std::size_t{router} * rules_.ports + p, phit_cycles, core_.clock.cycle);
    return now + static_cast<Tick>(idle - core_.clock.cycle);
  }

  /// Every idle link starts the next packet that owns one of its channels.
  void send(const Block& block, std::uint32_t router) {
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
      depart(block, router, p, port, vc);
      port.waiting = static_cast<std::uint16_t>(port.waiting & ~(1U << vc));
      if (port.waiting == 0) {
        block.clear(&Masks::sending, p);
      } else {
        next_ = std::min(next_, port.free_at);
      }
    });
  }

  /// The packet that won a channel starts over its link.
  void depart(const Block& block, std::uint32_t router, unsigned p, OutPort& port, unsigned vc) {
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
    packet.looked_at = 0;
    algorithm_.advance(state_of(packet), p);
    ++packet.hops;
    core_.tally.hop(packet, router, p, core_.clock.cycle);
    core_.post(link.hop(), Event(Kind::arrive, port.router, port.in_port * rules_.vcs + vc, number));
  }

  Tick next_ = no_tick;  ///< first known tick in which something becomes possible at the visited router

 private:
  /// Packets of one message leave by one port, which can be fetched before the next one asks for it.
  static void note_way(RouterHead& head, unsigned port) {
    head.streak = head.last_port == port ? 1 : 0;
    head.last_port = static_cast<std::uint8_t>(port);
  }
};

}  // namespace fsin::engine::event

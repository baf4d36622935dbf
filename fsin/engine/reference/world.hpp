// SPDX-License-Identifier: Apache-2.0
// All routers of the reference stepper, and the movement of phits (phase 2). Contains no routing and no randomness.
#pragma once

#include "fsin/engine/packets.hpp"
#include "fsin/engine/reference/router.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::engine::reference {

class World {
 public:
  World(const Rules& rules, const topology::Topology& topology);

  const Rules& rules;
  const topology::Topology& topology;
  const std::vector<topology::Link> feeders;  ///< link into each input port, by router * ports + port
  std::vector<Router> routers;
  PacketPool packets;

  OutputChannel& channel(Router& router, unsigned out) const {
    return router.ports[rules.port_of[out]].channels[rules.vc_of[out]];
  }
  const OutputChannel& channel(const Router& router, unsigned out) const {
    return router.ports[rules.port_of[out]].channels[rules.vc_of[out]];
  }

  /// True if the channel has space and, if needed, the bubble, for a header at input queue q of the router; ownership
  /// does not count.
  bool can_request(std::uint32_t router, unsigned q, unsigned out) const;
  /// Phits of a queue as compared by a routing or an arbiter: docs/model/router.md, "Phit counts".
  unsigned phits(const Occupancy& queue) const {
    return rules.one_speed() ? queue.phits(rules.packet_phits) : queue.slots() * rules.packet_phits;
  }
  /// Phits in the queue behind an output channel, as counted by the sender.
  unsigned phits_ahead(const OutputChannel& channel) const {
    return phits(channel.ahead) + (channel.failed ? failed_packets * rules.packet_phits : 0);
  }
  /// Slots in use in the queue behind an output channel, as counted by the sender.
  static unsigned used(const OutputChannel& channel) {
    return channel.ahead.slots() + (channel.failed ? failed_packets : 0);
  }
  /// The backlog of the link at an output port (engine/link_burden.hpp).
  std::uint64_t backlog(std::uint32_t router, unsigned port, Cycle cycle) const;
  bool has_room(const Router& router, unsigned out) const { return used(channel(router, out)) < rules.slots; }

  /// The header of a packet starts over a link in this cycle: plans when its tail does, which the phits that follow
  /// must confirm, and so when the link is free.
  void plan_tail(OutputPort& port, PacketNumber packet, Cycle cycle);

  /// True if no phit of the packet, which came over a link, would come too late were the header to start now over an
  /// output that takes `phit_cycles` for each.
  bool is_due(PacketNumber packet, unsigned phit_cycles, Cycle cycle) const {
    return tail_from_[packet] <= cycle + Cycle{packets[packet].phits - 1U} * phit_cycles;
  }

  /// Fails the links and routers whose failure is due in this cycle, and brings back those whose return is.
  void fail(Cycle cycle);

  /// Removes one phit of the first packet of input queue q, over a link or consumption port that takes `phit_cycles`
  /// for each; true for the tail. Informs the sender after the credit delay.
  bool phit_leaves(std::uint32_t router, unsigned q, unsigned phit_cycles, Cycle cycle);
  /// Starts a phit over the link; it is in the next queue at the end of the last cycle of its crossing.
  void phit_crosses(std::uint32_t router, unsigned port, unsigned vc, PacketNumber packet, Cycle cycle);
  /// True if all packets are on links, with their tails: nothing can happen in the next cycle but what settle() does.
  bool is_quiet(Cycle cycle) const;
  /// The first cycle at whose end a phit or a credit arrives; `never` if none is under way.
  Cycle next_arrival() const;
  /// Ends a cycle: phits arrive in queues, credits arrive at senders.
  void settle(Cycle cycle);

  /// Verifies the invariants between cycles; throws std::logic_error with the place if one does not hold.
  void verify(std::uint64_t packets_in_network) const;

  /// Resets the counters of the phits carried by links.
  void forget_carried();

 private:
  struct Credit {
    Cycle due = 0;
    std::uint32_t router = 0;
    unsigned out = 0;
    bool slot_kept = false;
  };
  /// True if congestion control lets a header from an injection queue request the channel, behind which `used_ahead`
  /// slots are in use.
  bool may_enter(const Router& here, unsigned out, unsigned used_ahead) const;
  void verify_queue(std::uint32_t router, unsigned q) const;
  void verify_ring(std::uint32_t start, unsigned out, std::vector<bool>& seen) const;

  std::deque<Credit> credits_;
  std::vector<Cycle>
      tail_from_;  ///< by packet: first cycle in which the tail may leave the queue that holds the header
};

}  // namespace fsin::engine::reference

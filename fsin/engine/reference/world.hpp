// SPDX-License-Identifier: Apache-2.0
// All routers of the reference stepper, and the movement of phits (phase 2). No routing, no randomness in here.
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
  const std::vector<topology::Link> feeders;  ///< by router * ports + input port
  std::vector<Router> routers;
  PacketPool packets;

  OutputChannel& channel(Router& router, unsigned out) const {
    return router.ports[rules.port_of[out]].channels[rules.vc_of[out]];
  }
  const OutputChannel& channel(const Router& router, unsigned out) const {
    return router.ports[rules.port_of[out]].channels[rules.vc_of[out]];
  }

  /// Space and bubble, for a header at input queue q of the router; not ownership.
  bool can_request(std::uint32_t router, unsigned q, unsigned out) const;
  /// What a routing or an arbiter compares: docs/model.md, "Phit counts".
  unsigned phits(const Occupancy& queue) const {
    return rules.one_speed() ? queue.phits(rules.packet_phits) : queue.slots() * rules.packet_phits;
  }
  /// The same of the queue behind an output channel, as the sender counts it.
  unsigned phits_ahead(const OutputChannel& channel) const {
    return phits(channel.ahead) + (channel.failed ? failed_packets * rules.packet_phits : 0);
  }
  /// Slots in use there, as the sender counts them.
  static unsigned used(const OutputChannel& channel) {
    return channel.ahead.slots() + (channel.failed ? failed_packets : 0);
  }
  bool has_room(const Router& router, unsigned out) const { return used(channel(router, out)) < rules.slots; }

  /// Links and routers that fail in this cycle.
  void fail(Cycle cycle);

  /// One phit of the first packet of input queue q leaves it, by a link or consumption that takes `phit_cycles` for
  /// each; true for the tail. Tells the sender after the credit delay.
  bool phit_leaves(std::uint32_t router, unsigned q, unsigned phit_cycles, Cycle cycle);
  /// A phit begins to cross the link; it is in the next queue at the end of the last cycle that this takes.
  void phit_crosses(std::uint32_t router, unsigned port, unsigned vc, PacketNumber packet, Cycle cycle);
  /// End of a cycle: phits that arrive, credits that are heard.
  void settle(Cycle cycle);

  /// Invariants that must hold between cycles; throws std::logic_error with the place when one does not.
  void verify(std::uint64_t packets_in_network) const;

  /// What links have carried is counted from now on.
  void forget_carried();

 private:
  struct Credit {
    Cycle due = 0;
    std::uint32_t router = 0;
    unsigned out = 0;
    bool slot_kept = false;
  };
  /// Whether congestion control lets a header from an injection queue ask for the channel, behind which so many slots
  /// are in use.
  bool may_enter(const Router& here, unsigned out, unsigned used_ahead) const;
  void verify_queue(std::uint32_t router, unsigned q) const;
  void verify_ring(std::uint32_t start, unsigned out, std::vector<bool>& seen) const;

  std::deque<Credit> credits_;
};

}  // namespace fsin::engine::reference

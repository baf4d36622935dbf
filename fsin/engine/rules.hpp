// SPDX-License-Identifier: Apache-2.0
// The design as plain numbers, resolved once before a run. Both engines follow only these.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "fsin/engine/limits.hpp"
#include "fsin/engine/link_burden.hpp"
#include "fsin/engine/link_times.hpp"
#include "fsin/router/params.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::engine {

struct Design;

/// Rules that hold back packets that want to enter (router/congestion_control.hpp). All zeros: none.
struct CongestionRules {
  /// Probability, times 2^32, that an arbitration leaves out headers from injection queues.
  std::uint64_t transit_priority = 0;
  unsigned own_slots = 0;          ///< free slots that a header from an injection queue needs in the queue tested
  bool slots_ahead = false;        ///< the queue tested is the next one; else this router's own queue of the channel
  unsigned patience = 0;           ///< cycles of waiting beyond which a router is congested; 0: always congested
  unsigned calm = 0;               ///< cycles of waiting below which a router is no longer congested
  std::uint64_t most_packets = 0;  ///< limit of the packets in the network; counted only if count_every is not 0
  Cycle count_every = 0;           ///< cycles between two counts, the first in cycle 1

  bool watches() const { return patience != 0; }
  bool counts() const { return count_every != 0; }
  /// The first cycle after `now` in which packets are counted.
  Cycle next_count(Cycle now) const { return now - (now - 1) % count_every + count_every; }
};

struct Rules {
  unsigned ports = 0;            ///< per router
  unsigned interface_ports = 0;  ///< ports that a router with a node uses
  unsigned vcs = 1;
  unsigned injectors = 1;
  unsigned transit_queues = 0;    ///< ports * vcs; input queue = port * vcs + vc, injection queues follow
  unsigned queues = 0;            ///< transit_queues + injectors
  unsigned slots = 4;             ///< packets per transit queue
  unsigned port_queue = 4;        ///< packets in the injection port queue
  unsigned injection_slots = 12;  ///< injection buffer and port queue together
  unsigned packet_phits = 16;
  unsigned bubble_local = 0;     ///< free slots needed in the local queue to enter a ring (0: no test)
  unsigned bubble_target = 0;    ///< free slots needed in the next queue to enter a ring (0: no test)
  std::uint16_t bubble_vcs = 0;  ///< channels protected by the bubble, as a mask
  router::Arbiter arbiter = router::arbiter<router::RoundRobin>;
  bool consumes_one_at_a_time = false;
  bool whole_packet = false;  ///< a header that arrived over a link requests an output only once its tail has arrived
  bool tail_due = false;      ///< and one that came over a slower link once its tail will be there in time
  bool asks_at_once = true;   ///< a header requests an output at once: neither a tail nor a router delay delays it
  unsigned router_delay = 0;
  std::array<LinkTimes, topology::max_link_classes> link_times{};     ///< times of links by class
  std::array<LinkBurden, topology::max_link_classes> link_burdens{};  ///< backlogs of links by class
  LinkSpread links{LinkTimes{}};                                      ///< extremes over the classes of links
  unsigned credit_delay = 0;
  CongestionRules congestion;
  std::array<std::uint8_t, max_queues> vc_of{};    ///< input queue or output channel -> vc
  std::array<std::uint8_t, max_queues> port_of{};  ///< input queue or output channel -> port

  /// True if a phit takes as long on every link as in a router, so that phits can be counted without being simulated.
  bool one_speed() const { return links.slowest == 1; }
  /// True if routers with a node differ from the others, which have no injectors: network interfaces and switches.
  bool two_kinds() const { return interface_ports != ports; }
  /// Largest number of queues in use at a router.
  unsigned most_queues() const {
    return two_kinds() ? std::max(interface_ports * vcs + injectors, transit_queues) : queues;
  }
  bool bubble_applies(unsigned vc) const { return (bubble_vcs >> vc & 1U) != 0; }
};

Rules make_rules(const Design& design, const topology::Topology& topology);

}  // namespace fsin::engine

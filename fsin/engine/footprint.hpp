// SPDX-License-Identifier: Apache-2.0
// The memory of a run before it begins, from the sizes of the very structs that will hold it.
//
// The part fixed by the design (routers, topology, statistics) is a sum. The part that depends on the load (packets
// under way, events) follows from `Expected`, estimated by a caller that knows the workload. Not counted: the program
// itself, the workload.
#pragma once

#include <cstddef>

#include "fsin/engine/design.hpp"
#include "fsin/engine/engine.hpp"

namespace fsin::engine {

/// Expected amounts of a run at its busiest, in the whole network.
struct Expected {
  double packets = 0;       ///< packets under way at once, from the injection queue to the delivery of the tail
  double packet_rate = 0;   ///< packets that enter (and are delivered) a cycle
  double hops = 0;          ///< links that a packet crosses
  double poll_gap = 0;      ///< cycles from one packet of a node to its next; 0: nodes plan no later poll
  bool link_loads = false;  ///< RunPlan::link_loads
  double active_nodes = 0;  ///< nodes that send at all
  /// For a model without routers: transfers under way at once (message::Amounts), and the pairs of nodes between which
  /// they go.
  double transfers = 0;
  double pairs = 0;
  double route_links = 0;  ///< links of a route, with all over which an adaptive routing spreads packets
  double tasks = 0;        ///< ranks, and tasks that send for them; 0: a load of packets
};

/// Bytes of one run. Resident, not reserved: pages that are never touched take no memory.
struct Footprint {
  double topology = 0;  ///< port graph and coordinates; runs side by side share them
  double routes = 0;    ///< tables of the routing
  double routers = 0;   ///< queues, ports, channels, records of waiting headers: network::Layout
  double packets = 0;   ///< packets under way; of a model without routers, all that it keeps
  double events = 0;    ///< events, planned polls, and the lists of a cycle
  double books = 0;     ///< statistics: counters and histograms of every node and thread
  double own() const { return routes + routers + packets + events + books; }
};

Footprint footprint(const Design& design, EngineKind kind, const Expected& expected, unsigned threads);

/// Largest number of packets under way, with every queue full.
double most_packets(const Design& design);

}  // namespace fsin::engine

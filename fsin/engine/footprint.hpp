// SPDX-License-Identifier: Apache-2.0
// The memory of a run before it begins, from the sizes of the very structs that will hold it.
//
// What a design fixes (routers, topology, books) is a sum. What depends on the load (packets under way, events) follows
// from `Expected`, which is for whoever knows the workload to estimate. Not counted: the program itself, the workload.
#pragma once

#include <cstddef>

#include "fsin/engine/design.hpp"
#include "fsin/engine/engine.hpp"

namespace fsin::engine {

/// What a run is expected to have to do with when it is busiest, in the whole network.
struct Expected {
  double packets = 0;       ///< under way at once, from the injection queue to the delivery of the tail
  double packet_rate = 0;   ///< packets that enter (and are delivered) a cycle
  double hops = 0;          ///< of a packet
  double poll_gap = 0;      ///< cycles from one packet of a node to its next; 0: the nodes ask for no later cycle
  bool link_loads = false;  ///< RunPlan::link_loads
  double active_nodes = 0;  ///< nodes that send at all
};

/// Bytes, for one run. Resident, not reserved: pages that are never touched take no memory.
struct Footprint {
  double topology = 0;  ///< port graph and coordinates; runs side by side share them
  double routes = 0;    ///< tables of the routing
  double routers = 0;   ///< queues, ports, channels, records of who waits: network::Layout
  double packets = 0;   ///< of those under way
  double events = 0;    ///< and planned polls, and lists of a cycle
  double books = 0;     ///< counters, histograms, of every node and thread
  double own() const { return routes + routers + packets + events + books; }
};

Footprint footprint(const Design& design, EngineKind kind, const Expected& expected, unsigned threads);

/// Packets that can be under way at once when every queue is full.
double most_packets(const Design& design);

}  // namespace fsin::engine

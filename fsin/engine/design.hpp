// SPDX-License-Identifier: Apache-2.0
// A network design: everything that an engine needs besides the workload, and the rules that make sense of it.
// design_checks.hpp says which designs can work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "fsin/engine/link_times.hpp"
#include "fsin/router/params.hpp"
#include "fsin/routing/any_routing.hpp"
#include "fsin/routing/family.hpp"
#include "fsin/topology/any_topology.hpp"

namespace fsin::engine {

namespace message {
struct Configured;  // defined in message/catalogue.hpp, not included, because the engines are compiled without it
class Routes;
}  // namespace message

struct Design;

/// Calls use(routes) with the routes of the routing of a design on `topology`, the built one.
using WithRoutes = void (*)(const Design& design, const topology::Topology& topology,
                            const std::function<void(message::Routes&)>& use);

struct Design {
  topology::AnyTopology topology;
  router::RouterParams router;  ///< delays in cycles
  routing::AnyRouting routing;
  unsigned packet_phits = 16;  ///< L: phits of a full packet, 1..65535
  unsigned link_delay = 0;     ///< cycles a phit spends on a link beyond the one in which it crosses
  /// Times of the links by class of the topology; empty: every link needs one cycle for a phit and has link_delay. At
  /// most max_phit_cycles for a phit and max_packet_cycles for a packet.
  std::vector<LinkTimes> link_classes;
  unsigned phit_bytes = 4;  ///< bytes of a phit; used only by models without routers that work in bytes
  /// Model in place of routers, which may use only the number of nodes of the topology. Null: routers.
  std::shared_ptr<const message::Configured> model;
  WithRoutes with_routes = nullptr;  ///< routes of the routing, for a model that follows them
};

/// The times of the links of class 0, 1, ... of the topology.
LinkTimes link_times(const Design& design, unsigned link_class);
LinkSpread link_spread(const Design& design);

topology::Extent extent_of(const Design& design);

/// The flow control in force: the one requested, or the default of the routing on this network (bubble on tori, escape
/// for adaptive meshes).
router::FlowControl flow_control_of(const Design& design);

/// Free slots that a packet needs to enter a ring.
struct BubbleRule {
  unsigned local = 0;          ///< slots of this router's own queue of the ring; 0: no test
  unsigned target = 0;         ///< slots of the next queue; 0: no test
  std::uint16_t channels = 0;  ///< protected virtual channels, as a mask
};
BubbleRule bubble_of(const Design& design);

}  // namespace fsin::engine

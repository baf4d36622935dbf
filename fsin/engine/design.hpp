// SPDX-License-Identifier: Apache-2.0
// A network design: everything that an engine needs to know besides the workload. design_checks.hpp says which designs
// can work.
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
struct Configured;  // catalogue.hpp beside it: not included, for the engines are compiled without it
class Routes;
}  // namespace message

struct Design;

/// Calls use(routes) with those of the routing of a design on `topology`, the built one.
using WithRoutes = void (*)(const Design& design, const topology::Topology& topology,
                            const std::function<void(message::Routes&)>& use);

struct Design {
  topology::AnyTopology topology;
  router::RouterParams router;  ///< delays in cycles
  routing::AnyRouting routing;
  unsigned packet_phits = 16;  ///< L: phits of a full packet, 1..65535
  unsigned link_delay = 0;     ///< cycles a phit spends on a link beyond the one in which it crosses
  /// One for each class of the topology, or empty: links need a cycle for a phit, and all have link_delay. At most
  /// max_phit_cycles for a phit and max_packet_cycles for a packet.
  std::vector<LinkTimes> link_classes;
  unsigned phit_bytes = 4;  ///< only for models without routers that go by bytes
  /// In place of routers; of the topology it may use the number of nodes alone. Null: routers.
  std::shared_ptr<const message::Configured> model;
  WithRoutes with_routes = nullptr;  ///< for a model that follows those of the routing
};

/// The links of class 0, 1, ... of the topology.
LinkTimes link_times(const Design& design, unsigned link_class);
LinkSpread link_spread(const Design& design);

topology::Extent extent_of(const Design& design);

/// The flow control in force: the one asked for, or what the routing has on this network (bubble on tori, escape for
/// adaptive meshes).
router::FlowControl flow_control_of(const Design& design);

/// What a packet must find free where it enters a ring.
struct BubbleRule {
  unsigned local = 0;          ///< slots of this router's own queue of the ring; 0: no test
  unsigned target = 0;         ///< slots of the next queue; 0: no test
  std::uint16_t channels = 0;  ///< virtual channels that are protected, as a mask
};
BubbleRule bubble_of(const Design& design);

}  // namespace fsin::engine

// SPDX-License-Identifier: Apache-2.0
// The routes of packets from one node to another, as fractions on the links that they use, computed with the routing
// itself.
//
// If draws alone determine the path, every outcome counts with its probability, as in channel_loads.hpp. If the routing
// compares queues, as adaptive ones do, the queues are unknown here: packets are then spread over the paths of fewest
// hops that the routing permits. At each router they divide in equal parts among the links of such paths, and behind a
// link in equal parts among the possible states of the routing.
#pragma once

#include <functional>

#include "fsin/engine/design.hpp"
#include "fsin/engine/message/routes.hpp"

namespace fsin::analysis {

/// Calls use(routes); for Design::with_routes. The design has passed check().
void with_routes(const engine::Design& design, const topology::Topology& topology,
                 const std::function<void(engine::message::Routes&)>& use);

}  // namespace fsin::analysis

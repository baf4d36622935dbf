// SPDX-License-Identifier: Apache-2.0
// The routes of packets from one node to another, as parts of the links that they use, asked of the routing itself.
//
// Where their way follows from draws alone, every outcome counts with its probability, as in channel_loads.hpp. Where
// the routing looks at queues, as adaptive ones do, nothing is known of them here: then packets are spread over the
// ways of fewest hops that the routing permits. At each router they divide in equal parts among the links by which such
// a way goes on, and behind a link in equal parts among what the routing may remember of them.
#pragma once

#include <functional>

#include "fsin/engine/design.hpp"
#include "fsin/engine/message/routes.hpp"

namespace fsin::analysis {

/// For Design::with_routes. The design has passed check().
void with_routes(const engine::Design& design, const topology::Topology& topology,
                 const std::function<void(engine::message::Routes&)>& use);

}  // namespace fsin::analysis

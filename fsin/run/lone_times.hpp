// SPDX-License-Identifier: Apache-2.0
// The time of a message that meets no other, under every model of the network: in closed form.
//
// In a network of routers the packets of a message follow each other over the way of its nodes, each as soon as the
// slowest link and the queues behind a link let it. Where a routing draws its ways, the time is the mean over them;
// where it looks at queues, that of the ways of fewest hops, among which it chooses while all are empty (as in
// fsin/analysis/pair_routes.hpp). Not in it: packets of one message that take several ways at once, which may then be
// faster, and messages in the way of one another.
#pragma once

#include <functional>
#include <optional>

#include "fsin/engine/design.hpp"
#include "fsin/engine/message/run_message.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/network_facts.hpp"

namespace fsin::run {

/// Cycles from the one in which it is handed to the network to that in which its end is consumed. Nothing where there
/// is no way.
using LoneTime = std::function<std::optional<double>(const engine::message::Lone&)>;

/// Calls use(time). `packets`: of a load of packets; else of messages of ranks.
void with_lone_times(const engine::Design& design, const topology::Topology& topology,
                     const workload::NetworkFacts& facts, bool packets,
                     const std::function<void(const LoneTime&)>& use);

}  // namespace fsin::run

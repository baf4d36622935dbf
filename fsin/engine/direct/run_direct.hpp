// SPDX-License-Identifier: Apache-2.0
// The engine of networks without a topology (params.hpp). A node sends its packets in the order in which they entered,
// one at a time per injector; each arrives a latency later and is consumed phit by phit.
//
// Lower bound. With the latency of one hop, no gap and packets received side by side, every departure and every
// delivery is at most as late as in any network of routers: there too a header leaves its node when the one before it
// has left with its tail, and needs a hop at least. A replay does nothing but wait for deliveries and for room, so by
// induction over its events it ends at most as late.
#pragma once

#include "fsin/engine/engine.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::direct {

stats::RunTotals run_direct(const DirectNetwork& network, const Rules& rules, const topology::Topology& topology,
                            workload::Workload& workload, const RunPlan& plan, Control& control);

}  // namespace fsin::engine::direct

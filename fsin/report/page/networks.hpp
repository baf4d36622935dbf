// SPDX-License-Identifier: Apache-2.0
// Rebuilds the network of a point from its resolved configuration.
#pragma once

#include <cstddef>

#include "fsin/report/page/json.hpp"
#include "fsin/sweep/results.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::report::page {

/// The entry network.topology of the point's configuration. Throws sweep::SweepError when there is none.
const Json& topology_of(const sweep::PlannedPoint& point);

/// The same with network.faults, which results of older versions have not: {topology: ..., faults: ...}.
Json shape_of(const sweep::PlannedPoint& point);

/// Builds the topology of a shape, with its faults. Throws sweep::SweepError when this program does not know it.
topology::Topology build(const Json& shape);

/// The number of nodes, and of routers, of a topology, without building it.
std::size_t nodes_of(const Json& topology);
double routers_of(const Json& topology);

}  // namespace fsin::report::page

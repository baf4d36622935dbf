// SPDX-License-Identifier: Apache-2.0
// The network of a point, built again from its resolved configuration.
#pragma once

#include <cstddef>

#include "fsin/report/page/json.hpp"
#include "fsin/sweep/results.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::report::page {

/// The entry network.topology of the configuration. Throws sweep::SweepError when there is none.
const Json& topology_of(const sweep::PlannedPoint& point);

/// Throws sweep::SweepError when it is no topology of this program.
topology::Topology build(const Json& topology);

/// Nodes of it, without building it.
std::size_t nodes_of(const Json& topology);

}  // namespace fsin::report::page

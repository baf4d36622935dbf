// SPDX-License-Identifier: Apache-2.0
// What a workload knows of the nodes of a topology: their number and how they are numbered.
#pragma once

#include <cstdint>
#include <functional>

#include "fsin/topology/any_topology.hpp"
#include "fsin/workload/network_facts.hpp"

namespace fsin::experiment {

/// Sets `nodes`, `dims`, `terminals` and `group`.
void set_nodes(workload::NetworkFacts& facts, const topology::AnyTopology& topology);
/// Links between two nodes on a shortest path.
std::function<std::uint32_t(std::uint32_t, std::uint32_t)> distances_of(const topology::AnyTopology& topology);

}  // namespace fsin::experiment

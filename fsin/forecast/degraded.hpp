// SPDX-License-Identifier: Apache-2.0
// What is left of a network whose links or routers have failed from the start: the pairs of nodes that still have a
// path, and its length, beside that of the same network without faults. Paths are shortest ones over the links,
// whatever the routing takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fsin/analysis/node_distances.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::forecast {

struct Degraded {
  std::uint64_t pairs = 0;      ///< of different nodes, each direction by itself
  std::uint64_t connected = 0;  ///< of these, the ones with a path
  analysis::NodeDistances before, after;
};

/// Nothing for a network without failures from the start.
std::optional<Degraded> degraded_of(const topology::Topology& topology);

/// "1482 of 1560 pairs of nodes connected; ...", one line.
std::string degraded_text(const Degraded& degraded);

}  // namespace fsin::forecast

// SPDX-License-Identifier: Apache-2.0
// Distances between nodes, found from the links alone: of a network in which links have failed, no closed form is
// known. Searches go towards 64 switches at a time (routing/tables/multi_search.hpp). Where all pairs would be too much
// work, those towards switches at even distances stand for all, and the result says so.
#pragma once

#include <cstdint>

#include "fsin/topology/port_graph.hpp"

namespace fsin::analysis {

struct NodeDistances {
  std::uint64_t connected = 0;  ///< pairs (from, to) of different nodes with a path, of those looked at
  std::uint64_t pairs = 0;      ///< pairs looked at
  bool all = true;              ///< these are all pairs of the network
  double average = 0;           ///< links on a shortest path, mean over the connected pairs; 0 without any
  unsigned largest = 0;         ///< links on the longest of these paths
};

/// `budget`: pairs of switches looked at, at most; a function of the network alone, never of time.
NodeDistances node_distances(const topology::PortGraph& graph, double budget = 3e8);

}  // namespace fsin::analysis

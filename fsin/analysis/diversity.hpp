// SPDX-License-Identifier: Apache-2.0
// Path diversity between routers that have nodes: the number of shortest paths, and of paths that share no link. In a
// fat-tree these routers are the leaf switches, in a torus all routers. Parallel links make different paths.
//
// Shortest paths are counted from every router (L. C. Freeman's betweenness as counted by U. Brandes, A faster
// algorithm for betweenness centrality, Journal of Mathematical Sociology 25(2), 2001, without its second half).
// Routers that a symmetry of the network maps to each other have equal counts, so that one of them stands for all. If
// that is still too much work, routers are taken at even distances, and the result states their number.
//
// Paths without a common link: the minimum over all pairs. It equals the minimum over both directions between one fixed
// router and each other one: a cut that separates u from v separates the fixed router from one of them (K. Menger's
// theorem).
#pragma once

#include <cstdint>
#include <optional>

#include "fsin/topology/topology.hpp"

namespace fsin::analysis {

/// Limit of the number of links visited: a function of the network alone, never of time.
struct DiversityBudget {
  double shortest = 3e8;
  double disjoint = 3e8;
};

struct Diversity {
  std::uint64_t routers = 0;  ///< number of routers that have nodes
  std::uint64_t from = 0;     ///< number of these from which the counts start, or for which they stand
  double shortest_min = 0;    ///< shortest paths between two different routers, minimum
  double shortest_mean = 0;   ///< mean over all pairs
  /// Paths without a common link between the two routers with the fewest; nothing if it would take too long.
  std::optional<unsigned> disjoint;
};

/// Counts the paths; nothing for a network with fewer than two routers that have nodes, or where one cannot be reached.
std::optional<Diversity> diversity_of(const topology::Topology& topology, const DiversityBudget& budget = {});

}  // namespace fsin::analysis

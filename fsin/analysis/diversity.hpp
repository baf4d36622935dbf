// SPDX-License-Identifier: Apache-2.0
// How many ways there are between two routers that have nodes: shortest ones, and ones that share no link. Of a
// fat-tree these are its leaf switches, of a torus all routers. Parallel links make different ways.
//
// Shortest ways are counted from every router (L. C. Freeman's betweenness as counted by U. Brandes, A faster algorithm
// for betweenness centrality, Journal of Mathematical Sociology 25(2), 2001, without its second half). Routers that a
// symmetry of the network takes to each other count alike, so that one of them stands for all. Where that is too much,
// routers are taken at even distances and the figures say of how many they are.
//
// Ways without a common link: the least over all pairs. It is the least of both directions between one router and
// each other one, since ways from u to v that fail to be that many would already fail on the way to it or from it (K.
// Menger's theorem).
#pragma once

#include <cstdint>
#include <optional>

#include "fsin/topology/topology.hpp"

namespace fsin::analysis {

/// Links that are looked at: a function of the network alone, never of time.
struct DiversityBudget {
  double shortest = 3e8;
  double disjoint = 3e8;
};

struct Diversity {
  std::uint64_t routers = 0;         ///< that have nodes
  std::uint64_t from = 0;            ///< of these, how many the counts start from or stand for
  double shortest_min = 0;           ///< shortest ways between two different routers, least
  double shortest_mean = 0;          ///< and on average over all pairs
  std::optional<unsigned> disjoint;  ///< ways without a common link between the two routers that have fewest; nothing
                                     ///< where it would take too long
};

/// Nothing of a network with fewer than two routers that have nodes, or where one cannot be reached.
std::optional<Diversity> diversity_of(const topology::Topology& topology, const DiversityBudget& budget = {});

}  // namespace fsin::analysis

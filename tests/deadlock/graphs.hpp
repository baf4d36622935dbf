// SPDX-License-Identifier: Apache-2.0
// Graphs for the cases: each router has a node, and a port for each of its neighbours.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "fsin/topology/topology.hpp"

namespace deadlock_test {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Neighbours by router; port p of a router leads to its p-th neighbour.
struct Adjacency {
  std::vector<std::vector<std::uint32_t>> of;

  explicit Adjacency(std::uint32_t routers, const Edges& edges = {});
  unsigned port(std::uint32_t from, std::uint32_t to) const;
  /// Links from every router to `to`.
  std::vector<unsigned> distances(std::uint32_t to) const;
};

std::shared_ptr<const fsin::topology::Topology> make_topology(const Adjacency& graph);

Adjacency ring_graph(std::uint32_t routers);
Adjacency complete_graph(std::uint32_t routers);
/// Each pair of routers that differ in one coordinate is joined.
Adjacency hyperx_graph(const std::vector<unsigned>& dims);
/// Connected, without loops and double edges.
Adjacency random_regular(std::uint32_t routers, unsigned degree, std::uint64_t seed);
/// The Slim Fly of q = 5: 50 routers of degree 7, diameter 2 (M. Besta, T. Hoefler, SC 2014).
Adjacency slim_fly_5();

}  // namespace deadlock_test

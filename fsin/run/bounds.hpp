// SPDX-License-Identifier: Apache-2.0
// Bounds of a network, from closed forms: distances, latency without load, capacity under uniform traffic.
//
// Uniform traffic over the other nodes, minimal routing, dimension order with both ways of a ring used equally at half
// distance: each topology has its own forms (topology::Geometry::distances()). A link carries a
// phit a cycle, or less where its queues do not cover the round trip of data and credit (fsin/engine/credit_loop.hpp).
// Not modelled: what flow control, arbitration and full queues take away, so a simulated network stays below the
// capacity.
#pragma once

#include <optional>

#include "fsin/engine/design.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/topology/geometry.hpp"

namespace fsin::run {

struct Bounds {
  double average_distance = 0;  ///< links between two different nodes
  unsigned diameter = 0;        ///< links, largest distance
  double channel_load = 0;      ///< part of the time for which the busiest link is held, times the inverse of the load:
                                ///< on links of one speed, its phits a cycle when every node sends one phit a cycle
  double link = 1;              ///< phits a cycle that a link of the class that limits the capacity carries at most
  double capacity = 0;          ///< phits/node/cycle that no routing of this kind can exceed; without links, at_node
  std::optional<double> bisection{};  ///< links one way between two halves of the nodes, where the closed form is known
  double at_node = 0;                 ///< phits a node can send (and consume) a cycle
};

Bounds bounds_of(const topology::Geometry& geometry, const engine::Design& design);

/// Phits a cycle that a node can send and consume: one for each injector, and one where it consumes one packet at a
/// time.
double most_load_of_nodes(const engine::Design& design);

/// Cycles from entry into the injection buffer to the consumption of the tail, over `distance` links, of a full packet
/// that meets no other. Where links differ, the header meets links of each class as often as on the average way, and
/// the tail comes at the pace of the slowest: at an average distance, an upper bound of the mean. Where tails must be
/// due, the bound counts each place where a faster link may follow a slower one. A network without routers has one
/// latency for all distances.
double zero_load_latency(const engine::Design& design, double distance);
/// The same of a packet of so many phits, in a network with routers.
double zero_load_latency(const engine::Design& design, double distance, unsigned phits);

/// The same over the longest way, with the times of the slowest links for all of it: an upper bound.
double longest_zero_load_latency(const engine::Design& design);

/// The facts by which load is judged that the network and its traffic give; those of the sources are left to set.
/// `fill` is the time until queues are as full as delays make them: a packet takes the longest way, and its credits
/// come back over the same way.
stats::LoadSources load_sources(const engine::Design& design, const stats::RunTotals& totals);

}  // namespace fsin::run

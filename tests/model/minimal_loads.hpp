// SPDX-License-Identifier: Apache-2.0
// Loads of the links of any graph under minimal routing with an even split over all shortest paths, by enumeration; and
// graphs made from their definitions alone, independently of the catalogue of topologies.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

namespace model {

/// By vertex: its neighbours, in ascending order.
using Neighbours = std::vector<std::set<unsigned>>;

/// Slim Fly of McKay, Miller and Siran for a prime q = 4w + 1 or 4w - 1: 2 q^2 vertices. M. Besta, T. Hoefler, Slim
/// Fly: a cost effective low-diameter network topology, SC 2014, section II-B. Vertex (s, x, y) is s q^2 + x q + y.
Neighbours slim_fly(unsigned q);

/// PolarFly ER_q for a prime q: the points of the projective plane, adjacent where they are orthogonal. K. Lakhotia et
/// al., PolarFly: a cost-effective and flexible low-diameter topology, SC 2022. q^2 + q + 1 vertices.
Neighbours polar_fly(unsigned q);

/// What is known of a graph of switches with p terminals each, when every terminal sends one phit a cycle to all the
/// others alike.
struct MinimalLoads {
  double most = 0;   ///< phits a cycle on the most loaded link between switches
  double least = 0;  ///< and on the least loaded one
  unsigned diameter = 0;
  double average = 0;  ///< links between different switches
};
MinimalLoads minimal_loads(const Neighbours& graph, unsigned p);

}  // namespace model

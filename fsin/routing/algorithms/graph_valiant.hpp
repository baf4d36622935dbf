// SPDX-License-Identifier: Apache-2.0
// Valiant routing over any network: a shortest path to a switch drawn at random and a shortest path from there (L. G.
// Valiant, A scheme for fast parallel communication, SIAM J. Computing 11(2), 1982), and UGAL-L, which takes that path
// or the shortest one depending on the queues of the switch of the source (A. Singh, PhD thesis, Stanford 2005):
//
//   minimal if q_min H_min <= q_val H_val + threshold
//
// q: phits in the next queue of the first hop, the emptiest of those that the packet may take; H: links between
// switches on the path, counted as 255 if there are more. The switch decides once, when it first serves the header. The
// switch drawn has nodes and is neither the source's nor the destination's, each with equal probability; between nodes
// of one switch there is no detour, and none over a switch that faults have cut off from source or destination.
//
// Virtual channels: a ladder of hops, as in shortest.hpp. Two paths in a row have at most twice the diameter, so that
// twice as many channels are free of deadlock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/graph_valiant.hpp"

namespace fsin::routing {

inline TableRoute make_detour_route(const Setup<topology::Geometry>& setup, const ShortestWaysFamily& ports,
                                    bool weighs) {
  const Fabric fabric = weighed_fabric(ports, setup);
  RouteTables tables = shortest_tables(fabric, ports.choice);
  complete(ports, fabric, tables);
  if (weighs) add_distances(fabric, tables);
  const unsigned levels = 2 * tables.longest;
  TableRoute route =
      make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, ports.choice, ports.hash_seed);
  route.facts.climbs = route.facts.detours = true;
  route.facts.weighs = weighs;
  route.facts.most_hops = std::max<std::uint16_t>(route.facts.last_level, 1);  // 0 is the switch of the source
  return route;
}

inline TableRoute make_route(const GraphValiantParams& params, const Setup<topology::Geometry>& setup) {
  return make_detour_route(setup, params, false);
}
inline TableRoute make_route(const GraphUgalParams& params, const Setup<topology::Geometry>& setup) {
  TableRoute route = make_detour_route(setup, params, true);
  route.facts.threshold = params.threshold;
  return route;
}

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// Valiant routing over any network: a shortest path to a switch drawn at random and a shortest path from there (L. G.
// Valiant, A scheme for fast parallel communication, SIAM J. Computing 11(2), 1982), and UGAL-L, which takes that path
// or the shortest one depending on the queues of the switch of the source (A. Singh, PhD thesis, Stanford 2005):
//
//   minimal if q_min H_min <= q_val H_val + threshold
//
// q: phits in the next queue of the first hop, the emptiest of those that the packet may take, or the backlog of its
// link, which also counts what waits here for it; H: links between
// switches on the path, counted as 255 if there are more. The switch decides once, when it first serves the header. The
// switch drawn has nodes and is neither the source's nor the destination's, each with equal probability; between nodes
// of one switch there is no detour, and none over a switch that faults have cut off from source or destination.
// graph_par.hpp lets the next switches decide again; graph_ugal_g.hpp uses the queues of other switches (UGAL-G).
//
// Virtual channels: a ladder of hops, as in shortest.hpp. Two paths in a row have at most twice the diameter, so that
// twice as many channels are free of deadlock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/graph_valiant.hpp"
#include "fsin/routing/tables/longest_detour.hpp"

namespace fsin::routing {

/// Without decisions every packet takes its detour. `everywhere`: the decisions look at the queues of all switches.
inline TableRoute make_detour_route(const Setup<topology::Geometry>& setup, const ShortestWaysFamily& ports,
                                    unsigned decisions, bool everywhere) {
  const Fabric fabric = weighed_fabric(ports, setup);
  RouteTables tables = shortest_tables(fabric, ports.choice);
  complete(ports, fabric, tables);
  if (everywhere) {
    add_neighbours(fabric, tables);
  } else if (decisions > 0) {
    add_distances(fabric, tables);
  }
  tables.longest_detour = longest_detour(fabric, tables, std::max(decisions, 1U));
  const unsigned levels = tables.longest_detour;
  TableRoute route =
      make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, ports.choice, ports.hash_seed);
  route.facts.climbs = route.facts.detours = true;
  route.facts.weighs = decisions > 0;
  route.facts.decisions = std::max(decisions, 1U);
  // Hops are counted as far as they tell which of the first switches this is; 0 is that of the source.
  route.facts.most_hops = std::max(route.facts.last_level, static_cast<std::uint16_t>(route.facts.decisions));
  return route;
}

inline TableRoute make_weighed_route(const Setup<topology::Geometry>& setup, const GraphWeighedDetours& params,
                                     unsigned decisions, bool everywhere = false) {
  TableRoute route = make_detour_route(setup, params, decisions, everywhere);
  route.facts.threshold = params.threshold;
  route.facts.by_backlog = params.queues == QueuesWeighed::backlog;
  return route;
}

inline TableRoute make_route(const GraphValiantParams& params, const Setup<topology::Geometry>& setup) {
  return make_detour_route(setup, params, 0, false);
}
inline TableRoute make_route(const GraphUgalParams& params, const Setup<topology::Geometry>& setup) {
  return make_weighed_route(setup, params, 1);
}

}  // namespace fsin::routing

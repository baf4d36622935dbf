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
#include "fsin/routing/algorithms/table_phases.hpp"
#include "fsin/routing/graph_valiant.hpp"
#include "fsin/routing/tables/longest_change.hpp"
#include "fsin/routing/tables/longest_detour.hpp"

namespace fsin::routing {

/// Without decisions every packet takes its detour. `everywhere`: the decisions look at the queues of all switches.
/// set(facts) adds what else the family knows.
template <class Set>
TableRoute make_detour_route(const Setup<topology::Geometry>& setup, const ShortestWaysFamily& ports,
                             unsigned decisions, bool everywhere, Set set) {
  const unsigned deciding = std::max(decisions, 1U);  // switches
  const auto made = [&](const Fabric& fabric) {
    RouteTables tables = shortest_tables(fabric, ports.choice);
    complete(ports, fabric, tables);
    if (everywhere) {
      add_neighbours(fabric, tables);
    } else if (decisions > 0) {
      add_distances(fabric, tables);
    }
    return tables;
  };
  const auto route_of = [&](RouteTables tables, unsigned levels) {
    TableRoute route =
        make_table_route(std::move(tables), setup.vcs, setup.graph->ports(), levels, ports.choice, ports.hash_seed);
    route.facts.climbs = route.facts.detours = true;
    route.facts.weighs = decisions > 0;
    route.facts.decisions = deciding;
    // Hops are counted as far as they tell which of the first switches this is; 0 is that of the source.
    route.facts.most_hops = std::max(route.facts.last_level, static_cast<std::uint16_t>(deciding));
    set(route.facts);
    return route;
  };
  const auto levels_of = [&](const Fabric& fabric, ChangingTables& changing) {
    const unsigned longest = changing.change() ? longest_detour_over_changes(changing, deciding)
                                               : longest_detour(fabric, changing.phases[0], deciding);
    for (RouteTables& tables : changing.phases) tables.longest_detour = longest;
    return longest;
  };
  return route_in_phases(ports, setup, made, levels_of, route_of);
}

inline TableRoute make_weighed_route(const Setup<topology::Geometry>& setup, const GraphWeighedDetours& params,
                                     unsigned decisions, bool everywhere = false) {
  return make_detour_route(setup, params, decisions, everywhere, [&](TableFacts& facts) {
    facts.threshold = params.threshold;
    facts.by_backlog = params.queues == QueuesWeighed::backlog;
  });
}

inline TableRoute make_route(const GraphValiantParams& params, const Setup<topology::Geometry>& setup) {
  return make_detour_route(setup, params, 0, false, [](TableFacts&) {});
}
inline TableRoute make_route(const GraphUgalParams& params, const Setup<topology::Geometry>& setup) {
  return make_weighed_route(setup, params, 1);
}

}  // namespace fsin::routing

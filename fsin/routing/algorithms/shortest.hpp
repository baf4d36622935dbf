// SPDX-License-Identifier: Apache-2.0
// Shortest paths over any network, by tables; `choice` selects one of several equally short ones.
//
// Virtual channels: a ladder of hops. Free of deadlock if there are as many channels as the longest path has links
// between switches (the diameter of the switches), since the channel number grows with every hop (K. D. Günther,
// Prevention of deadlocks in packet-switched data transport systems, IEEE Trans. Communications 29(4), 1981). With
// fewer channels, the last one serves all further hops, which may deadlock; more channels form copies of the whole set,
// and a remainder stays idle. Equal-cost multi-path by flow and by packet: C. Hopps, RFC 2992, 2000, with
// multiply-shift in place of its hash.
//
// Where tables change in the course of a run (table_phases.hpp), the ladder has a level for each link of the longest
// way of any packet that is under way meanwhile.
#pragma once

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/algorithms/table_phases.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/tables/longest_change.hpp"

namespace fsin::routing {

inline TableRoute make_route(const ShortestParams& params, const Setup<topology::Geometry>& setup) {
  const auto made = [&](const Fabric& fabric) {
    RouteTables tables = shortest_tables(fabric, params.choice);
    complete(params, fabric, tables);
    return tables;
  };
  const auto route_of = [&](RouteTables tables, unsigned levels) {
    TableRoute route =
        make_table_route(std::move(tables), setup.vcs, setup.graph->ports(), levels, params.choice, params.hash_seed);
    route.facts.climbs = true;
    return route;
  };
  const auto levels_of = [](const Fabric&, ChangingTables& changing) {
    const unsigned longest = changing.change() ? longest_over_changes(changing) : changing.phases[0].longest;
    for (RouteTables& tables : changing.phases) tables.longest = longest;
    return longest;
  };
  return route_in_phases(params, setup, made, levels_of, route_of);
}

}  // namespace fsin::routing

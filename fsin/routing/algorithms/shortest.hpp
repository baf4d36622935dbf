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
// Where tables change in the course of a run, the ladder has a level for each link of the longest way of any packet
// that is under way meanwhile (tables/longest_change.hpp), and what a packet keeps is the same under all tables: its
// destination, its channel and the links that it has crossed.
#pragma once

#include "fsin/routing/algorithms/any_network.hpp"
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
  std::vector<RouteTables> all;
  all.push_back(made(weighed_fabric(params, setup)));
  if (setup.failures == nullptr || setup.failures->reroutes.empty()) {
    const unsigned levels = all[0].longest;
    return route_of(std::move(all[0]), levels);
  }
  // Every phase has as many levels as any packet may need that is under way while tables change.
  std::vector<std::vector<std::uint32_t>> neighbours{neighbours_of(weighed_fabric(params, setup))};
  for (const topology::Reroute& reroute : setup.failures->reroutes) {
    const Fabric fabric = weighed_fabric(params, setup, reroute.of);
    all.push_back(made(fabric));
    neighbours.push_back(neighbours_of(fabric));
  }
  const unsigned levels = longest_over_changes(all, neighbours);
  const auto phases = std::make_shared<std::vector<TablePhase>>();
  for (RouteTables& tables : all) {
    tables.longest = levels;
    TableRoute route = route_of(std::move(tables), levels);
    phases->push_back({route.tables, route.facts});
  }
  TableRoute route;
  route.phases = phases;
  route.enter(0);
  return route;
}

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// Shortest paths over any network, by tables; `choice` selects one of several equally short ones.
//
// Virtual channels: a ladder of hops. Free of deadlock if there are as many channels as the longest path has links
// between switches (the diameter of the switches), since the channel number grows with every hop (K. D. Günther,
// Prevention of deadlocks in packet-switched data transport systems, IEEE Trans. Communications 29(4), 1981). With
// fewer channels, the last one serves all further hops, which may deadlock; more channels form copies of the whole set,
// and a remainder stays idle. Equal-cost multi-path by flow and by packet: C. Hopps, RFC 2992, 2000, with
// multiply-shift in place of its hash.
#pragma once

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/shortest.hpp"

namespace fsin::routing {

inline TableRoute make_route(const ShortestParams& params, const Setup<topology::Geometry>& setup) {
  const Fabric fabric = weighed_fabric(params, setup);
  RouteTables tables = shortest_tables(fabric, params.choice);
  complete(params, fabric, tables);
  const unsigned levels = tables.longest;
  TableRoute route =
      make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, params.choice, params.hash_seed);
  route.facts.climbs = true;
  return route;
}

}  // namespace fsin::routing

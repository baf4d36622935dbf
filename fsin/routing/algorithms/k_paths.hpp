// SPDX-License-Identifier: Apache-2.0
// One of the k shortest paths without loops between the switches of a pair, which need not be equally short: drawn for
// each packet, or the same for all packets of a pair of nodes. A. Singla et al., Jellyfish: networking data centers
// randomly, NSDI 2012, section 5. The packet carries the place of its path in a list, so that nothing is chosen later.
//
// Virtual channels: a ladder of hops, as in shortest.hpp; as many channels as the longest of these paths has links
// between switches are free of deadlock.
#pragma once

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/k_paths.hpp"
#include "fsin/routing/tables/k_shortest.hpp"

namespace fsin::routing {

inline TableRoute make_route(const PathsParams& params, const Setup<topology::Geometry>& setup) {
  const Fabric fabric = weighed_fabric(params, setup);
  RouteTables tables = path_tables(fabric, params.k);
  const unsigned levels = tables.longest;
  const PortChoice by = params.choice == PathChoice::flow ? PortChoice::flow : PortChoice::first;
  TableRoute route = make_table_route(std::move(tables), setup.vcs, fabric.ports(), levels, by, params.hash_seed);
  route.facts.climbs = true;
  route.facts.most_hops = 0xfffeU;  // hops also give the position of the packet on its path
  return route;
}

}  // namespace fsin::routing

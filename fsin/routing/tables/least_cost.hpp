// SPDX-License-Identifier: Apache-2.0
// Tables of the paths of least cost, in a fabric whose links are weighed (E. W. Dijkstra, A note on two problems in
// connexion with graphs, Numerische Mathematik 1, 1959). Costs are whole numbers above 0, so that equal costs are equal
// exactly, and every link of such a path leads to a switch with less cost to go: the paths have no loops.
#pragma once

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

/// shortest_tables() of a weighed fabric. `longest` counts links, of all paths among which packets choose.
RouteTables least_cost_tables(const Fabric& fabric, PortChoice choice);

/// add_distances() of a weighed fabric.
void add_least_cost_distances(const Fabric& fabric, RouteTables& tables);

}  // namespace fsin::routing

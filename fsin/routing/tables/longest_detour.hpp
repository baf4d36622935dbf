// SPDX-License-Identifier: Apache-2.0
// Links on the longest way of a packet over a detour: what a ladder of hops needs (algorithms/graph_valiant.hpp).
#pragma once

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

/// Links between switches on the longest way of packets that go to their destination by way of another home, each half
/// by a shortest path of `tables`, where one of the first `decisions` switches of the shortest path to the destination
/// may begin the detour. With one of them: twice the longest shortest path between homes. More: a switch without nodes
/// may be further from some home than any home is.
unsigned longest_detour(const Fabric& fabric, const RouteTables& tables, unsigned decisions);

}  // namespace fsin::routing

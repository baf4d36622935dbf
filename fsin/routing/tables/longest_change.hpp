// SPDX-License-Identifier: Apache-2.0
// The longest way of a packet under tables that change while it is under way.
#pragma once

#include "fsin/routing/tables/changing_tables.hpp"

namespace fsin::routing {

// Tables have no phases of their own here (RouteTables::came_down), no whole paths, and a column for each home; links
// are known for each of them.

/// Links between switches on the longest way that any packet between two homes can take if it follows the tables of one
/// phase, and at any switches those of any later phases, of one after the other: at most the sum of the longest paths
/// of all phases. The tables of a phase lead nearer to the destination with every link, those of a pair that is cut off
/// nearer by the links of the network without faults, so that no packet circulates.
unsigned longest_over_changes(const ChangingTables& tables);

/// The same of packets that may go to their destination by way of another home, where one of the first `decisions`
/// switches of the way to the destination may begin the detour. A packet gives its detour up for good at any switch
/// from which the tables of a phase have lost that home, or in a phase in which that home has lost some destination.
/// Never less than longest_over_changes().
unsigned longest_detour_over_changes(const ChangingTables& tables, unsigned decisions);

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// The longest way of a packet under tables that change while it is under way.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fsin/routing/tables/route_tables.hpp"

namespace fsin::routing {

/// Links between switches on the longest way that any packet between two homes can take if it follows the tables of one
/// phase, and at any switches those of any later phases, of one after the other: at most the sum of the longest paths
/// of all phases. The tables of a phase lead nearer to the destination with every link, or up to a failed one, so that
/// no packet circulates. `neighbours`: for each phase, neighbours_of() its links. Tables have no phases of their own
/// (RouteTables::came_down), no whole paths, and a column for each home.
unsigned longest_over_changes(std::span<const RouteTables> phases,
                              std::span<const std::vector<std::uint32_t>> neighbours);

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// Tables of next hops in a file of text. A line is
//
//   SWITCH DESTINATION PORT [CHANNEL]
//
// in decimal numbers: at router SWITCH a packet for node DESTINATION leaves by output port PORT, on virtual channel
// CHANNEL. What follows a # is a comment; lines may come in any order, one for a switch and a destination at most. The
// switch of a destination needs no line for it, and neither do switches where no packet for it comes. Where no line
// names a channel, the channel is the number of links between switches crossed, as in `shortest`; where some do, the
// others mean channel 0.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>

#include "fsin/routing/tables/route_tables.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::routing {

/// Reads a table. Every mistake is told with its place (`routes.txt:12:5: ...`), and so is a pair of nodes whose way
/// ends before its destination or goes round; the tables must not be used then. A way may end at a link that has failed
/// from the start. Faults may also have made a switch of the router of a node, which then needs no lines.
RouteTables read_routes(const std::filesystem::path& file, const topology::PortGraph& graph, unsigned vcs,
                        const std::function<void(std::string)>& complain, const topology::Failures* failures = nullptr);

/// The table of a network in which the next port depends on switch and destination only: RouteTables with `ports`,
/// without phases.
void write_routes(std::ostream& out, const Fabric& fabric, const RouteTables& tables);
/// Whether it is such a table.
inline bool can_be_written(const RouteTables& tables) {
  return !tables.ports.empty() && tables.came_down.empty() && tables.layers == 1;
}

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// Tables of next hops in a text file. A line is
//
//   SWITCH DESTINATION PORT [CHANNEL]
//
// in decimal numbers: at router SWITCH a packet for node DESTINATION leaves by output port PORT, on virtual channel
// CHANNEL. A # begins a comment; lines may come in any order, at most one for each switch and destination. The switch
// of a destination needs no line for it, and neither do switches that no packet for it reaches. If no line names a
// channel, the channel is the number of links between switches crossed, as in `shortest`; if some lines do, the others
// mean channel 0.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "fsin/core/input_path.hpp"
#include "fsin/routing/tables/route_tables.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::routing {

/// Reads a table. Every mistake is reported with its place (`routes.txt:12:5: ...`), and so is a pair of nodes whose
/// path ends before its destination or has a loop; the tables must not be used then. A path may end at a link that
/// failed from the start. Faults may also have turned the router of a node into a switch, which then needs no lines.
RouteTables read_routes(const InputPath& file, const topology::PortGraph& graph, unsigned vcs,
                        const std::function<void(std::string)>& complain, const topology::Failures* failures = nullptr);

/// Writes the table of a network in which the next port depends on switch and destination only: RouteTables with
/// `ports`, without phases.
void write_routes(std::ostream& out, const Fabric& fabric, const RouteTables& tables);
/// True if the tables have this form.
inline bool can_be_written(const RouteTables& tables) {
  return !tables.ports.empty() && tables.came_down.empty() && tables.layers == 1;
}

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// Tables of output channels in a text file. A line is
//
//   ROUTER INPUT DESTINATION OUTPUT [OUTPUT ...]
//
// A packet for node DESTINATION that waits at router ROUTER in the queue INPUT may leave by any of the OUTPUTs, in the
// order of preference. An output is PORT:CHANNEL, an output port and a virtual channel, or PORT, all its channels in
// ascending order. An input is
//
//   node           the queues in which packets of the router's own node wait to enter
//   PORT:CHANNEL   the queue of an input port and virtual channel, with the number that the topology gives that port
//   PORT           each channel of that port for which there is no line with the channel
//   *              every queue for which there is no line of the other kinds
//
// Numbers are decimal, a # begins a comment, and lines may come in any order, at most one for each router, input and
// destination. Only queues that some packet reaches need a line. Without one, a packet leaves a network interface by
// its only port, and the switch of its destination by the port to that node, on any channel.
#pragma once

#include <functional>
#include <string>

#include "fsin/core/input_path.hpp"
#include "fsin/routing/tables/channel_table.hpp"
#include "fsin/topology/failures.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::routing {

/// Reads a table. Every mistake is reported with its place (`channels.txt:12:5: ...`), and so are packets that come to
/// a queue without a line or can go round for ever; the table must not be used then. Outputs may be links that failed
/// from the start; where faults have cut a destination off, queues need no line.
ChannelTable read_channels(const InputPath& file, const topology::PortGraph& graph, unsigned vcs,
                           const std::function<void(std::string)>& complain,
                           const topology::Failures* failures = nullptr);

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// What the lines of a table of channels lead to: whether all ways of all packets end at their destinations.
#pragma once

#include <functional>
#include <string>

#include "fsin/routing/tables/channel_table.hpp"
#include "fsin/routing/tables/fabric.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::routing {

/// Adds the lists that need no line (channel_file.hpp) and follows all packets over the links that work. Complains of
/// the first one that comes to a queue without a list, or that can go round for ever.
void complete_ways(ChannelTable& table, const Fabric& fabric, const topology::PortGraph& graph,
                   const std::function<void(std::string)>& complain);

}  // namespace fsin::routing

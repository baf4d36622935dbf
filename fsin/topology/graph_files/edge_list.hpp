// SPDX-License-Identifier: Apache-2.0
// A built network as an edge list, which `topology: {type: graph}` reads again: switches in the order of their nodes,
// so that nodes keep their numbers, then the links.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/topology/topology.hpp"

namespace fsin::topology {

/// Receives the text piece by piece, a line or more at a time.
using TakeText = std::function<void(std::string_view)>;

/// Writes the list. `attributes`: the text behind a link of each class, such as " bandwidth=25Gb/s delay=12"; empty:
/// none. A router with a node and several links (torus, mesh) becomes a switch with one terminal, so that there is one
/// link more at each end of a path. A comment at the end names settings that the reader has to make, and losses.
void write_edge_list(const Topology& topology, const std::vector<std::string>& attributes, const TakeText& take);

}  // namespace fsin::topology

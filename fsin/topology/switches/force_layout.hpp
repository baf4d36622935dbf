// SPDX-License-Identifier: Apache-2.0
// Places for the vertices of any graph on paper, so that joined ones stand near each other: T. M. J. Fruchterman and E.
// M. Reingold, Graph drawing by force-directed placement, Software: Practice and Experience 21(11), 1991, as in
// Boost.Graph. The same graph gets the same places. Beyond `most_placed` vertices they stand on a circle, which takes
// no time.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fsin/topology/drawing/drawing.hpp"
#include "fsin/topology/switches/switch_graph.hpp"

namespace fsin::topology {

constexpr std::size_t most_placed = 600;  ///< vertices; takes about a second

using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// Positions of the vertices. No coordinate is negative, no two positions are equal, and an edge has a length of 1 on
/// average (on the circle: the distance of neighbours). Edges may repeat, in both directions too, and may be loops.
std::vector<Spot> force_layout(std::size_t vertices, const std::vector<Edge>& edges);

/// Drawing for SwitchGraph::lay_out(): switches by force_layout(), with their terminals round them. Fills in everything
/// that is the topology's own except the names of the switches.
void lay_out_by_force(const SwitchGraph& graph, Drawing& drawing);

}  // namespace fsin::topology

// SPDX-License-Identifier: Apache-2.0
// Pairs of nodes between which a network has no path at all, whatever the routing.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace fsin::topology {

struct CutOffNodes {
  std::uint64_t pairs = 0;                                    ///< (from, to), each direction by itself
  std::vector<std::pair<std::uint32_t, std::uint32_t>> some;  ///< a few of them
};

/// Finds them in time linear in the links for each part into which the network has fallen.
CutOffNodes find_cut_off(const PortGraph& graph, std::size_t most = 3);

}  // namespace fsin::topology

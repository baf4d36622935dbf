// SPDX-License-Identifier: Apache-2.0
// Distances by breadth-first search over the links of a network, routers of all kinds alike.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "fsin/topology/port_graph.hpp"

namespace model {

/// Links from one router to every other; `unreachable` where there is no way.
inline constexpr unsigned unreachable = ~0U;

inline std::vector<unsigned> distances_from(const fsin::topology::PortGraph& graph, std::uint32_t start) {
  std::vector<unsigned> distance(graph.routers(), unreachable);
  std::deque<std::uint32_t> front{start};
  distance[start] = 0;
  while (!front.empty()) {
    const std::uint32_t here = front.front();
    front.pop_front();
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const fsin::topology::Link link = graph.next(fsin::RouterId(here), port);
      if (!link.exists() || distance[link.router.index()] != unreachable) continue;
      distance[link.router.index()] = distance[here] + 1;
      front.push_back(link.router.value);
    }
  }
  return distance;
}

}  // namespace model

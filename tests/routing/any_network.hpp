// SPDX-License-Identifier: Apache-2.0
// Helpers for routings that work from tables: their algorithm on a built network, and distances by a search of our own.
#pragma once

#include <vector>

#include "fsin/routing/algorithms/any_network.hpp"
#include "fsin/routing/algorithms/table_route.hpp"
#include "tests/routing/sample_graphs.hpp"
#include "tests/routing/state_search.hpp"

namespace routing_tests {

using fsin::routing::TableRoute;

inline fsin::routing::Setup<fsin::topology::Geometry> setup_on(const fsin::topology::Topology& topology, unsigned vcs) {
  return {
      .network = *topology.geometry, .graph = &topology.graph, .vcs = vcs, .asked = {}, .failures = &topology.failures};
}

template <class Family>
auto route_on(const fsin::topology::Topology& topology, const Family& family, unsigned vcs) {
  return with_algorithm(family, setup_on(topology, vcs), [](const auto& algorithm) { return algorithm; });
}

/// Links to every router, by relaxing all links until nothing changes.
inline std::vector<unsigned> searched(const fsin::topology::PortGraph& graph, std::uint32_t from) {
  std::vector<unsigned> links(graph.routers(), 1'000'000);
  links[from] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t router = 0; router < graph.routers(); ++router) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const fsin::topology::Link link = graph.next(RouterId(router), port);
        if (!link.exists() || links[link.router.index()] <= links[router] + 1) continue;
        links[link.router.index()] = links[router] + 1;
        changed = true;
      }
    }
  }
  return links;
}

/// Calls use(source, destination) for every pair of different nodes.
template <class Use>
void for_pairs(const fsin::topology::Topology& topology, Use use) {
  const auto nodes = static_cast<std::uint32_t>(topology.graph.nodes());
  for (std::uint32_t source = 0; source < nodes; ++source) {
    for (std::uint32_t destination = 0; destination < nodes; ++destination) {
      if (source != destination) use(source, destination);
    }
  }
}

/// Router and port of a channel that leads from a switch to a switch.
inline bool between_switches(const fsin::topology::Topology& topology, const TableRoute& route, std::uint32_t router,
                             unsigned port) {
  const fsin::topology::Link link = topology.graph.next(RouterId(router), port);
  const auto& number = route.tables->switch_of_router;
  return number[router] != fsin::routing::Fabric::no_switch &&
         number[link.router.index()] != fsin::routing::Fabric::no_switch;
}

}  // namespace routing_tests

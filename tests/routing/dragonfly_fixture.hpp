// SPDX-License-Identifier: Apache-2.0
// Dragonflies and their routings, without an engine.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "fsin/routing/algorithms/dragonfly_par.hpp"
#include "fsin/routing/algorithms/dragonfly_ugal_g.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "tests/routing/every_way.hpp"

namespace dragonfly_fixture {

using namespace fsin;
using routing_tests::Flow;
using routing_tests::Hop;
using topology::DragonflyParams;
using topology::Topology;
using topology::Wiring;

inline constexpr Wiring wirings[]{Wiring::relative, Wiring::absolute, Wiring::circulant};

inline const topology::Dragonfly& shape(const Topology& built) {
  return *topology::as<topology::Dragonfly>(*built.geometry);
}

inline routing::Setup<topology::Dragonfly> setup_of(const Topology& built, unsigned vcs) {
  return {shape(built), &built.graph, vcs, std::nullopt, router::flow_control<router::NoFlowControl>};
}

/// use(algorithm) with the algorithm of the family.
template <class Family, class Use>
void with_routing(const Family& family, const Topology& built, unsigned vcs, Use use) {
  with_algorithm(family, setup_of(built, vcs), use);
}

/// 'l' or 'g' for a link between switches, 't' for one of a terminal.
inline char kind(const Topology& built, const Hop& hop) {
  return "tlg"[built.geometry->link_class(RouterId(hop.router), hop.port)];
}

/// What the busiest link of each class carries. `vcs`: with more than one set of them there are more ways to go
/// through.
template <class Family>
std::vector<double> busiest(const Family& family, const Topology& built, const std::vector<Flow>& flows,
                            unsigned vcs = 8) {
  std::vector<double> most(3);
  with_routing(family, built, vcs, [&](const auto& algorithm) {
    const std::vector<double> loads = routing_tests::link_loads(algorithm, vcs, built, flows);
    for (std::size_t i = 0; i < loads.size(); ++i) {
      const RouterId router(i / built.graph.ports());
      const auto port = static_cast<unsigned>(i % built.graph.ports());
      if (!built.graph.next(router, port).exists()) continue;
      double& highest = most[built.geometry->link_class(router, port)];
      highest = std::max(highest, loads[i]);
    }
  });
  return most;
}

/// What enters at each node, one phit a cycle, to all other nodes alike; by one flow for each pair of switches, so that
/// only the links between switches have their loads.
inline std::vector<Flow> uniform_flows(const Topology& built) {
  const unsigned p = shape(built).p;
  const auto nodes = static_cast<std::uint32_t>(built.graph.nodes());
  std::vector<Flow> flows;
  for (std::uint32_t s = 0; s < nodes; s += p) {
    for (std::uint32_t d = 0; d < nodes; d += p) {
      if (s != d) flows.push_back({s, d, static_cast<double>(p) * p / (nodes - 1)});
    }
  }
  return flows;
}

/// The same, to the nodes of the group that is `offset` groups ahead.
inline std::vector<Flow> shifted_flows(const Topology& built, unsigned offset) {
  const topology::Dragonfly& network = shape(built);
  const auto nodes = static_cast<std::uint32_t>(built.graph.nodes());
  const std::uint32_t group = network.p * network.a;
  std::vector<Flow> flows;
  for (std::uint32_t s = 0; s < nodes; s += network.p) {
    const std::uint32_t first = (s / group + offset) % network.groups * group;
    for (std::uint32_t d = first; d < first + group; d += network.p) {
      flows.push_back({s, d, static_cast<double>(network.p) / network.a});
    }
  }
  return flows;
}

}  // namespace dragonfly_fixture

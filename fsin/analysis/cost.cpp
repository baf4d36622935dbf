// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/cost.hpp"

#include <algorithm>
#include <array>

namespace fsin::analysis {
namespace {

/// Cables between a router and those of higher numbers, by class: the larger count of the two directions.
class CableCount {
 public:
  explicit CableCount(const topology::Topology& topology) : topology_(topology) {}

  void count(std::vector<CableClass>& classes) {
    const topology::PortGraph& graph = topology_.graph;
    const std::vector<topology::Link> feeders = topology::feeders(graph);
    for (std::uint32_t router = 0; router < graph.routers(); ++router) {
      ends_.clear();
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const topology::Link next = graph.next(RouterId(router), port);
        if (next.exists()) add(next.router.value, router, topology_.geometry->link_class(RouterId(router), port), 0);
        const topology::Link from = feeders[std::size_t{router} * graph.ports() + port];
        if (from.exists()) add(from.router.value, router, topology_.geometry->link_class(from.router, from.port), 1);
      }
      for (const auto& [end, links] : ends_) classes[end.second].cables += std::max(links[0], links[1]);
    }
  }

 private:
  void add(std::uint32_t other, std::uint32_t router, unsigned link_class, std::size_t direction) {
    if (other >= router) ++ends_[{other, link_class}][direction];
  }

  const topology::Topology& topology_;
  /// Links to and from the router at the other end, by that router and class.
  std::map<std::pair<std::uint32_t, unsigned>, std::array<std::uint64_t, 2>> ends_;
};

/// Number of ports in use; a port has both directions of a link.
unsigned ports_in_use(const topology::PortGraph& graph, const std::vector<topology::Link>& feeders,
                      std::size_t router) {
  unsigned out = 0, in = 0;
  for (unsigned port = 0; port < graph.ports(); ++port) {
    out += graph.next(RouterId(router), port).exists() ? 1U : 0U;
    in += feeders[router * graph.ports() + port].exists() ? 1U : 0U;
  }
  return std::max(out, in);
}

void count_ports(const topology::PortGraph& graph, Cost& cost) {
  const std::vector<topology::Link> feeders = topology::feeders(graph);
  for (std::size_t router = 0; router < graph.routers(); ++router) {
    const unsigned ports = ports_in_use(graph, feeders, router);
    if (router < graph.nodes()) {
      cost.node_ports += ports;
      continue;
    }
    cost.switch_ports += ports;
    ++cost.switches[ports];
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link next = graph.next(RouterId(router), port);
      if (next.exists() && next.router.index() < graph.nodes()) ++cost.ports_to_nodes;
    }
  }
}

}  // namespace

std::uint64_t Cost::switch_count() const {
  std::uint64_t count = 0;
  for (const auto& [ports, switches_of_so_many] : switches) count += switches_of_so_many;
  return count;
}

Cost cost_of(const topology::Topology& topology, const std::vector<Delay>& delays) {
  Cost cost;
  for (const std::string& name : topology.geometry->link_classes()) cost.classes.push_back({name, 0, std::nullopt});
  CableCount(topology).count(cost.classes);
  count_ports(topology.graph, cost);
  cost.metres = 0;
  for (std::size_t c = 0; c < cost.classes.size(); ++c) {
    CableClass& cables = cost.classes[c];
    cost.cables += cables.cables;
    constexpr double nanometre = 1e-9;
    if (delays[c].unit == Dimension::length) {
      cables.metres = static_cast<double>(cables.cables) * static_cast<double>(delays[c].value) * nanometre;
    }
    if (cables.cables == 0) continue;
    if (cables.metres && cost.metres) {
      *cost.metres += *cables.metres;
    } else {
      cost.metres.reset();
    }
  }
  return cost;
}

}  // namespace fsin::analysis

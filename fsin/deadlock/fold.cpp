// SPDX-License-Identifier: Apache-2.0
#include "fsin/deadlock/fold.hpp"

#include <algorithm>
#include <numeric>

namespace fsin::deadlock {
namespace {

constexpr std::uint32_t unknown = ~std::uint32_t{0};

}  // namespace

Fold::Fold(const topology::Topology& topology, unsigned vcs, bool by_symmetry, bool by_terminals, Cycle until)
    : topology_(topology),
      vcs_(vcs),
      ports_(topology.graph.ports()),
      transit_queues_(ports_ * vcs),
      by_symmetry_(by_symmetry && !topology.failures.any()) {
  if (by_terminals && !topology.failures.any()) find_terminals();
  for (const topology::FailedLink& link : topology.failures.links) {
    if (failed_.empty()) failed_.resize(topology.graph.routers() * ports_);
    if (link.lasts_in(until)) failed_[link.router.index() * ports_ + link.port] = true;
  }
  const auto routers = static_cast<std::uint32_t>(topology.graph.routers());
  const auto nodes = static_cast<std::uint32_t>(topology.graph.nodes());
  const auto representative = [&](std::uint32_t router) {
    const std::uint32_t first = router < nodes && !first_.empty() ? first_[router] : router;
    return by_symmetry_ ? topology_.geometry->orbit(RouterId(first)) : first;
  };
  std::vector<std::uint32_t> rank(routers, unknown);
  rank_.resize(routers);
  for (std::uint32_t router = 0; router < routers; ++router) {
    const std::uint32_t of = representative(router);
    if (rank[of] == unknown) {
      rank[of] = static_cast<std::uint32_t>(representatives_.size());
      representatives_.push_back(of);
      if (router < nodes) destinations_.push_back(of);
    }
    rank_[router] = rank[of];
  }
}

/// Finds the nodes with a single link, to a switch that has one link back over the port of the same number.
void Fold::find_terminals() {
  const topology::PortGraph& graph = topology_.graph;
  first_.resize(graph.nodes());
  std::iota(first_.begin(), first_.end(), 0U);
  port_.resize(graph.routers() * ports_);
  for (std::size_t i = 0; i < port_.size(); ++i) port_[i] = static_cast<std::uint8_t>(i % ports_);
  for (std::size_t router = graph.nodes(); router < graph.routers(); ++router) {
    topology::Link first;
    unsigned first_port = 0;
    for (unsigned port = 0; port < ports_; ++port) {
      const topology::Link down = graph.next(RouterId(router), port);
      if (!down.exists() || down.router.index() >= graph.nodes()) continue;
      unsigned links = 0;
      for (unsigned p = 0; p < ports_; ++p) links += graph.next(down.router, p).exists() ? 1U : 0U;
      const topology::Link up = graph.next(down.router, down.port);
      if (links != 1 || !up.exists() || up.router.index() != router || up.port != port) continue;
      if (!first.exists()) {
        first = down;
        first_port = port;
      }
      if (down.port != first.port) continue;
      first_[down.router.index()] = first.router.value;
      port_[router * ports_ + port] = static_cast<std::uint8_t>(first_port);
    }
  }
}

std::vector<std::uint32_t> Fold::sources(std::uint32_t destination) const {
  std::vector<std::uint32_t> sources;
  bool beside = false;  // true for a terminal of the switch of the destination
  for (std::uint32_t node = 0; node < topology_.graph.nodes(); ++node) {
    if (node == destination) continue;
    if (first_.empty() || first_[node] == node) {
      if (!first_.empty() && node == first_[destination]) beside = true;
      sources.push_back(node);
    } else if (first_[node] == first_[destination] && !beside) {
      beside = true;
      sources.push_back(node);
    }
  }
  return sources;
}

std::uint32_t Fold::image(std::uint32_t node, std::uint32_t from, std::uint32_t to) const {
  if (!by_symmetry_ || from == to) return node;
  return topology_.geometry->image(RouterId(node), RouterId(from), RouterId(to)).value;
}

}  // namespace fsin::deadlock

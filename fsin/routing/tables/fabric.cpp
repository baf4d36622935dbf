// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/fabric.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>
#include <utility>

namespace fsin::routing {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};

/// Neighbours of a node's router.
struct Neighbours {
  unsigned inputs = 0, outputs = 0;
  std::uint32_t from = nobody, to = nobody;
  std::uint8_t exit = 0;  ///< output port of router `from`
};

std::vector<Neighbours> neighbours_of_nodes(const topology::PortGraph& graph) {
  std::vector<Neighbours> nodes(graph.nodes());
  for (std::uint32_t router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link link = graph.next(RouterId(router), port);
      if (!link.exists()) continue;
      if (router < nodes.size()) {
        // A link by a port other than 0 counts as several: the router is no mere interface.
        nodes[router].outputs += 1 + port;
        nodes[router].to = link.router.value;
      }
      if (link.router.index() >= nodes.size()) continue;
      Neighbours& node = nodes[link.router.index()];
      ++node.inputs;
      node.from = router;
      node.exit = static_cast<std::uint8_t>(port);
    }
  }
  return nodes;
}

bool is_interface(const Neighbours& node, std::size_t nodes) {
  return node.inputs == 1 && node.outputs == 1 && node.from == node.to && node.to >= nodes;
}

}  // namespace

Fabric::Fabric(const topology::PortGraph& graph, const topology::Failures* failures) : ports_(graph.ports()) {
  number(graph);
  connect(graph);
  if (failures == nullptr || !failures->from_the_start()) return;
  before_faults_ = topology::before_failures(graph, *failures);
}

Fabric::Fabric(const topology::PortGraph& graph, const topology::Failures& failures, Cycle at)
    : Fabric(graph, failures, topology::in_cycle(graph, failures, at)) {}

Fabric Fabric::within(const topology::PortGraph& graph, const topology::Failures& failures, Cycle from, Cycle end) {
  topology::PortGraph links = graph;
  for (const topology::FailedLink& link : failures.links) {
    if (link.since <= from && end <= link.until) links.disconnect(link.router, link.port);
  }
  return Fabric(graph, failures, links);
}

Fabric Fabric::steady(const topology::PortGraph& graph, const topology::Failures& failures) {
  topology::PortGraph links = graph;
  for (const topology::FailedLink& link : failures.links) links.disconnect(link.router, link.port);
  return Fabric(graph, failures, links);
}

Fabric::Fabric(const topology::PortGraph& graph, const topology::Failures& failures, const topology::PortGraph& links)
    : ports_(graph.ports()), before_faults_(topology::before_failures(graph, failures)) {
  number(graph);
  connect(links);
}

void Fabric::number(const topology::PortGraph& graph) {
  const std::vector<Neighbours> nodes = neighbours_of_nodes(graph);
  std::vector<std::uint32_t> attached(graph.routers(), 0);
  std::vector<bool> interface(graph.routers(), false);
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    interface[node] = is_interface(nodes[node], nodes.size());
    ++attached[interface[node] ? nodes[node].from : node];
  }
  numbers_.assign(graph.routers(), no_switch);
  const auto add_all = [&](bool with_nodes) {
    for (std::uint32_t router = 0; router < graph.routers(); ++router) {
      if (interface[router] || (attached[router] != 0) != with_nodes) continue;
      numbers_[router] = static_cast<std::uint32_t>(routers_.size());
      routers_.push_back(router);
      if (with_nodes) nodes_at_.push_back(attached[router]);
    }
  };
  add_all(true);
  add_all(false);
  for (std::uint32_t node = 0; node < nodes.size(); ++node) {
    homes_.push_back(numbers_[interface[node] ? nodes[node].from : node]);
    exits_.push_back(interface[node] ? nodes[node].exit : std::uint8_t{0});
  }
}

void Fabric::connect(const topology::PortGraph& graph) {
  first_feeder_.assign(switches() + 1, 0);
  for (std::uint32_t from = 0; from < switches(); ++from) {
    first_hop_.push_back(static_cast<std::uint32_t>(hops_.size()));
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link link = graph.next(RouterId(routers_[from]), port);
      if (!link.exists() || numbers_[link.router.index()] == no_switch) continue;
      hops_.push_back({numbers_[link.router.index()], static_cast<std::uint8_t>(port), link.port});
      ++first_feeder_[hops_.back().to + 1];
    }
  }
  first_hop_.push_back(static_cast<std::uint32_t>(hops_.size()));
  for (std::uint32_t to = 0; to < switches(); ++to) first_feeder_[to + 1] += first_feeder_[to];
  feeders_.resize(hops_.size());
  std::vector<std::uint32_t> next(first_feeder_.begin(), first_feeder_.end() - 1);
  for (std::uint32_t from = 0; from < switches(); ++from) {
    for (const Hop& hop : hops(from)) feeders_[next[hop.to]++] = {from, hop.port};
  }
}

void Fabric::distances_to(std::uint32_t target, std::vector<std::uint16_t>& distance) const {
  distance.assign(switches(), far);
  std::vector<std::uint32_t> queue{target};
  queue.reserve(switches());
  distance[target] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Feeder& feeder : feeders(queue[i])) {
      if (distance[feeder.from] != far) continue;
      distance[feeder.from] = static_cast<std::uint16_t>(distance[queue[i]] + 1);
      queue.push_back(feeder.from);
    }
  }
}

std::uint32_t Fabric::first_node_at(std::uint32_t home) const {
  return static_cast<std::uint32_t>(std::find(homes_.begin(), homes_.end(), home) - homes_.begin());
}

void Fabric::keep_costs() {
  feeder_costs_.clear();
  if (costs_.empty() || std::count(costs_.begin(), costs_.end(), costs_.front()) == std::ssize(costs_)) {
    costs_.clear();
    return;
  }
  feeder_costs_.resize(costs_.size());
  std::vector<std::uint32_t> next(first_feeder_.begin(), first_feeder_.end() - 1);
  for (std::uint32_t link = 0; link < costs_.size(); ++link) feeder_costs_[next[hops_[link].to]++] = costs_[link];
}

/// costs_to() where every link counts 1.
void Fabric::count_to(std::uint32_t target, std::vector<std::uint64_t>& cost, std::vector<std::uint32_t>& order) const {
  cost.assign(switches(), no_path);
  cost[target] = 0;
  order.assign(1, target);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const Feeder& feeder : feeders(order[i])) {
      if (cost[feeder.from] != no_path) continue;
      cost[feeder.from] = cost[order[i]] + 1;
      order.push_back(feeder.from);
    }
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return std::pair(cost[a], a) < std::pair(cost[b], b); });
}

void Fabric::costs_to(std::uint32_t target, std::vector<std::uint64_t>& cost, std::vector<std::uint32_t>& order) const {
  if (!is_weighed()) return count_to(target, cost, order);
  using Open = std::pair<std::uint64_t, std::uint32_t>;
  cost.assign(switches(), no_path);
  order.clear();
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  cost[target] = 0;
  open.emplace(0, target);
  while (!open.empty()) {
    const auto [known, at] = open.top();
    open.pop();
    if (known != cost[at]) continue;
    order.push_back(at);
    const std::span<const Feeder> all = feeders(at);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::uint64_t found = known + feeder_cost(at, i);
      if (found >= cost[all[i].from]) continue;
      cost[all[i].from] = found;
      open.emplace(found, all[i].from);
    }
  }
}

}  // namespace fsin::routing

// SPDX-License-Identifier: Apache-2.0
// The switches of a network for which tables of routes are made.
//
// A node whose router is a mere network interface (one link, by port 0, to a router that has no node) has no choice, so
// that such routers are left out: in a fat-tree of 4,096 nodes the tables are made for 768 switches. All other routers
// count as switches, with or without a node of their own. Those that have nodes, here or behind an interface, are
// `homes` and come first in the numbering: only they can be the target of a packet, so that a table has a row for each
// switch and a column for each home. Within the two parts the order is that of the routers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fsin/topology/failures.hpp"
#include "fsin/topology/port_graph.hpp"

namespace fsin::routing {

class Fabric {
 public:
  static constexpr std::uint32_t no_switch = ~std::uint32_t{0};
  static constexpr std::uint16_t far = 0xffff;  ///< no path
  /// Cost of a path where there is none. Adding a link to it does not overflow.
  static constexpr std::uint64_t no_path = ~std::uint64_t{0} >> 1U;

  /// A link from a switch to another switch.
  struct Hop {
    std::uint32_t to;
    std::uint8_t port;
    std::uint8_t in_port;
  };
  struct Feeder {
    std::uint32_t from;
    std::uint8_t port;  ///< output port at that switch
  };

  /// The switches of a network; `failures` are those of the network: links failed from the start are no longer in the
  /// graph.
  explicit Fabric(const topology::PortGraph& graph, const topology::Failures* failures = nullptr);
  /// The same switches under the same numbers, with the links that work in cycle `at` of a run.
  Fabric(const topology::PortGraph& graph, const topology::Failures& failures, Cycle at);
  /// The same switches under the same numbers, with the links that work in some cycle from `from` to `end` - 1.
  static Fabric within(const topology::PortGraph& graph, const topology::Failures& failures, Cycle from, Cycle end);
  /// The same with the links that work in every cycle of a run.
  static Fabric steady(const topology::PortGraph& graph, const topology::Failures& failures);

  std::uint32_t switches() const { return static_cast<std::uint32_t>(routers_.size()); }
  std::uint32_t homes() const { return static_cast<std::uint32_t>(nodes_at_.size()); }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(homes_.size()); }
  unsigned ports() const { return ports_; }
  std::size_t links() const { return hops_.size(); }

  std::uint32_t router_of(std::uint32_t number) const { return routers_[number]; }
  /// Switch of each router; no_switch for an interface.
  const std::vector<std::uint32_t>& switch_of_router() const { return numbers_; }
  /// Home of each node: its switch.
  const std::vector<std::uint32_t>& home_of_node() const { return homes_; }
  /// The first node of a home, for messages.
  std::uint32_t first_node_at(std::uint32_t home) const;
  /// Port of each node's home that leads to its interface; 0 if the home itself has the node.
  const std::vector<std::uint8_t>& exit_of_node() const { return exits_; }
  std::uint32_t nodes_at(std::uint32_t home) const { return nodes_at_[home]; }

  /// The links of a switch in the order of its ports.
  std::span<const Hop> hops(std::uint32_t from) const {
    return {hops_.data() + first_hop_[from], hops_.data() + first_hop_[from + 1]};
  }
  std::span<const Feeder> feeders(std::uint32_t to) const {
    return {feeders_.data() + first_feeder_[to], feeders_.data() + first_feeder_[to + 1]};
  }
  /// Number of the first link of a switch among all, for tables by link: hops(from)[i] is link first_link(from) + i.
  std::uint32_t first_link(std::uint32_t from) const { return first_hop_[from]; }
  const Hop& link(std::uint32_t number) const { return hops_[number]; }

  /// Gives each link the cost cost(router, port), above 0. Costs that are all equal are not kept: they change nothing.
  template <class Cost>
  void weigh(Cost cost) {
    costs_.clear();
    for (std::uint32_t from = 0; from < switches(); ++from) {
      for (const Hop& hop : hops(from)) costs_.push_back(cost(RouterId(routers_[from]), unsigned{hop.port}));
    }
    keep_costs();
  }
  /// True if shortest paths are those of least cost; else those of fewest links.
  bool is_weighed() const { return !costs_.empty(); }
  std::uint32_t cost(std::uint32_t link) const { return costs_.empty() ? 1 : costs_[link]; }
  /// Cost of feeders(to)[i].
  std::uint32_t feeder_cost(std::uint32_t to, std::size_t i) const {
    return costs_.empty() ? 1 : feeder_costs_[first_feeder_[to] + i];
  }

  /// The network including the links that have failed; null if none has.
  const topology::PortGraph* before_faults() const { return before_faults_ ? &*before_faults_ : nullptr; }

  /// Links on the shortest path from each switch to `target`, or `far`.
  void distances_to(std::uint32_t target, std::vector<std::uint16_t>& distance) const;
  /// Cost of the cheapest path from each switch to `target`, or `no_path`; and the switches that have one, in ascending
  /// order of cost, of equal cost by number. Without costs every link counts 1.
  void costs_to(std::uint32_t target, std::vector<std::uint64_t>& cost, std::vector<std::uint32_t>& order) const;

 private:
  /// The switches of `graph`, with these links of it.
  Fabric(const topology::PortGraph& graph, const topology::Failures& failures, const topology::PortGraph& links);
  void number(const topology::PortGraph& graph);
  void connect(const topology::PortGraph& graph);
  void keep_costs();
  void count_to(std::uint32_t target, std::vector<std::uint64_t>& cost, std::vector<std::uint32_t>& order) const;

  unsigned ports_;
  std::vector<std::uint32_t> routers_, numbers_, homes_, nodes_at_;
  std::vector<std::uint8_t> exits_;
  std::vector<std::uint32_t> first_hop_, first_feeder_;
  std::vector<Hop> hops_;
  std::vector<Feeder> feeders_;
  std::vector<std::uint32_t> costs_;         ///< by link; empty: each link counts 1
  std::vector<std::uint32_t> feeder_costs_;  ///< by place in feeders_
  std::optional<topology::PortGraph> before_faults_;
};

/// A pair of nodes without a path.
struct CutOff {
  std::uint32_t source = 0, destination = 0;
};

}  // namespace fsin::routing

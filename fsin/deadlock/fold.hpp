// SPDX-License-Identifier: Apache-2.0
// Queues that a symmetry of the network maps to each other form one class. The largest closed set of full queues is
// unique, hence a union of classes: the analysis works on classes and follows the packets for one destination of each.
//
// Two kinds of symmetry, each used only if the routing preserves it: those of the topology (Geometry::orbit), which
// preserve the numbers of ports, and the exchange of two terminals of one switch. Without any, every queue is its own
// class.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/steps.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

class Fold {
 public:
  /// Classes of the queues of a network. The topology outlives this object. What has failed in cycle `until` has
  /// failed; faults leave no symmetry.
  Fold(const topology::Topology& topology, unsigned vcs, bool by_symmetry, bool by_terminals,
       Cycle until = topology::first_cycle);

  const topology::Topology& topology() const { return topology_; }
  unsigned vcs() const { return vcs_; }
  /// Number of transit queues of a router, which is the number of its injection queue.
  unsigned transit_queues() const { return transit_queues_; }

  std::size_t classes() const { return representatives_.size() * transit_queues_; }
  /// The class of a transit queue.
  std::uint32_t class_of(QueuePlace queue) const {
    return rank_[queue.router] * transit_queues_ + channel(queue.router, queue.queue);
  }
  /// A queue of the class.
  QueuePlace queue_of(std::uint32_t queue_class) const {
    return {representatives_[queue_class / transit_queues_], queue_class % transit_queues_};
  }
  /// Output channel `out` of a router, mapped to that of the first terminal if terminals are exchanged.
  unsigned channel(std::uint32_t router, unsigned out) const {
    return port_.empty() ? out : port_[router * ports_ + out / vcs_] * vcs_ + out % vcs_;
  }
  /// True if the link of a channel has failed.
  bool has_failed(std::uint32_t router, unsigned out) const {
    return !failed_.empty() && failed_[router * ports_ + out / vcs_];
  }
  /// The queue that a channel feeds, or fed before its link failed during a run; false if its port leads nowhere.
  bool target(std::uint32_t router, unsigned out, QueuePlace& queue) const {
    const topology::Link link = topology_.graph.next(RouterId(router), out / vcs_);
    if (!link.exists()) return false;
    queue = {link.router.value, link.port * vcs_ + out % vcs_};
    return true;
  }

  /// True for a router with a single output link.
  bool has_one_link(std::uint32_t router) const {
    unsigned links = 0;
    for (unsigned port = 0; port < ports_ && links < 2; ++port) {
      links += topology_.graph.next(RouterId(router), port).exists() ? 1U : 0U;
    }
    return links == 1;
  }

  /// One destination of each kind.
  const std::vector<std::uint32_t>& destinations() const { return destinations_; }
  /// One source of each kind, from the point of view of packets for a destination.
  std::vector<std::uint32_t> sources(std::uint32_t destination) const;

  /// The node to which `node` is mapped by a symmetry that maps router `from` to router `to` of the same class.
  std::uint32_t image(std::uint32_t node, std::uint32_t from, std::uint32_t to) const;

 private:
  void find_terminals();

  const topology::Topology& topology_;
  unsigned vcs_;
  unsigned ports_;
  unsigned transit_queues_;
  std::vector<bool> failed_;  ///< failed links by router * ports + port; empty without faults
  bool by_symmetry_;
  /// For each node: the first terminal of its switch; empty: terminals are not exchanged.
  std::vector<std::uint32_t> first_;
  std::vector<std::uint8_t> port_;              ///< port of the first terminal by router * ports + port; may be empty
  std::vector<std::uint32_t> rank_;             ///< for each router: place of its class in representatives_
  std::vector<std::uint32_t> representatives_;  ///< routers
  std::vector<std::uint32_t> destinations_;
};

}  // namespace fsin::deadlock

// SPDX-License-Identifier: Apache-2.0
// Queues that a symmetry of the network takes to each other are one class. The largest closed set of full queues is
// unique, hence a union of classes: the analysis works on classes and follows the packets for one destination of each.
//
// Two kinds of symmetry, each used only where the routing keeps it: those of the topology (Geometry::orbit), which keep
// the numbers of ports, and the exchange of two terminals of one switch. Without any, every queue is its own class.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/deadlock/steps.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::deadlock {

class Fold {
 public:
  /// The topology outlives this object. What fails up to cycle `until` has failed; faults leave no symmetry.
  Fold(const topology::Topology& topology, unsigned vcs, bool by_symmetry, bool by_terminals,
       Cycle until = topology::first_cycle);

  const topology::Topology& topology() const { return topology_; }
  unsigned vcs() const { return vcs_; }
  /// Transit queues of a router; the number of its injection queue.
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
  /// Output channel `out` of a router, where exchanging terminals may take it: that of the first terminal.
  unsigned channel(std::uint32_t router, unsigned out) const {
    return port_.empty() ? out : port_[router * ports_ + out / vcs_] * vcs_ + out % vcs_;
  }
  /// Whether the link of a channel has failed.
  bool has_failed(std::uint32_t router, unsigned out) const {
    return !failed_.empty() && failed_[router * ports_ + out / vcs_];
  }
  /// The queue that a channel feeds, or has fed before its link failed in the course of a run; false where its port
  /// leads nowhere.
  bool target(std::uint32_t router, unsigned out, QueuePlace& queue) const {
    const topology::Link link = topology_.graph.next(RouterId(router), out / vcs_);
    if (!link.exists()) return false;
    queue = {link.router.value, link.port * vcs_ + out % vcs_};
    return true;
  }

  /// Of a router with a single output link.
  bool has_one_link(std::uint32_t router) const {
    unsigned links = 0;
    for (unsigned port = 0; port < ports_ && links < 2; ++port) {
      links += topology_.graph.next(RouterId(router), port).exists() ? 1U : 0U;
    }
    return links == 1;
  }

  /// One destination of each kind.
  const std::vector<std::uint32_t>& destinations() const { return destinations_; }
  /// One source of each kind, as seen by packets for a destination.
  std::vector<std::uint32_t> sources(std::uint32_t destination) const;

  /// A symmetry that takes router `from` to router `to` of the same class takes node `node` there.
  std::uint32_t image(std::uint32_t node, std::uint32_t from, std::uint32_t to) const;

 private:
  void find_terminals();

  const topology::Topology& topology_;
  unsigned vcs_;
  unsigned ports_;
  unsigned transit_queues_;
  std::vector<bool> failed_;  ///< by router * ports + port; empty without faults
  bool by_symmetry_;
  std::vector<std::uint32_t> first_;            ///< by node: the first terminal of its switch; empty: not exchanged
  std::vector<std::uint8_t> port_;              ///< by router * ports + port: that of the first terminal; may be empty
  std::vector<std::uint32_t> rank_;             ///< by router: place of its class in representatives_
  std::vector<std::uint32_t> representatives_;  ///< routers
  std::vector<std::uint32_t> destinations_;
};

}  // namespace fsin::deadlock

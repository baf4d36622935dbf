// SPDX-License-Identifier: Apache-2.0
// The reference stepper: docs/model/ in code. Every router, every cycle, every phit; written for reading.
//
// A cycle: (1) router by router: the node offers a packet; injection buffers fill port queues; every header without an
// output requests consumption or one output channel; each channel picks a winner. No step of this phase depends on what
// another router does in the same phase. (2) every link and every consumption port moves one phit.
//
// The routing algorithm is called through virtual functions, so that this is compiled once; its struct is the one that
// the event engine is compiled with.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "fsin/engine/diagnosis.hpp"
#include "fsin/engine/draws.hpp"
#include "fsin/engine/reference/world.hpp"
#include "fsin/engine/tally.hpp"
#include "fsin/routing/walker.hpp"
#include "fsin/workload/waking.hpp"

namespace fsin::engine::reference {

/// The stepper. Draws: KeyedDraws or OriginalDraws; stepper.cpp instantiates both.
template <class Draws>
class Stepper {
 public:
  /// Sets up the network. All arguments but the draws outlive this object.
  Stepper(const routing::Walker& algorithm, Draws draws, const Rules& rules, const topology::Topology& topology,
          workload::Workload& workload, Tally& tally, const LinkRates* background)
      : world_(rules, topology),
        rules_(rules),
        first_algorithm_(algorithm),
        draws_(draws),
        workload_(workload),
        waking_(dynamic_cast<workload::Waking*>(&workload)),
        tally_(tally),
        background_(background),
        links_are_long_(rules.links.longest_delay > 64 && background == nullptr && !rules.congestion.counts()),
        next_poll_(topology.graph.nodes()) {
    for (std::size_t n = 0; n < next_poll_.size(); ++n) next_poll_[n] = workload.first_poll(NodeId(n));
    for (std::size_t link = 0; background_ != nullptr && link < background_->backlog.size(); ++link)
      world_.routers[link / rules_.ports].ports[link % rules_.ports].backlog = background_->backlog[link];
  }

  /// Simulates one cycle.
  void step(Cycle cycle) {
    now_ = cycle;
    if (rules_.congestion.counts() && (cycle - 1) % rules_.congestion.count_every == 0) {
      closed_ = tally_.in_network() + delivered_.size() > rules_.congestion.most_packets;
    }
    for (const workload::Delivery& delivery : delivered_) workload_.delivered(delivery);
    delivered_.clear();
    if (waking_ != nullptr) waking_->woken(cycle);  // every node is asked anyway
    world_.fail(cycle);
    if (const unsigned phase = world_.topology.failures.phase_at(cycle); phase > phase_) enter(phase);
    for (std::uint32_t r = 0; r < world_.routers.size(); ++r) {
      if (r < next_poll_.size()) offer(r);
      fill_port_queues(world_.routers[r]);
      watch(world_.routers[r]);
      request(r);
      arbitrate_all(r);
    }
    for (std::uint32_t r = 0; r < world_.routers.size(); ++r) {
      consume(r);
      for (unsigned p = 0; p < rules_.ports; ++p) move_link(r, p);
    }
    world_.settle(cycle);
  }

  /// Tells the workload of the tails consumed in the last cycle of the run.
  void tell_last() {
    for (const workload::Delivery& delivery : delivered_) workload_.delivered_last(delivery);
  }

  const World& world() const { return world_; }
  World& world() { return world_; }
  Cycle last_progress() const { return progress_; }
  /// The next cycle to simulate; `never` if nothing is under way, nothing is left to report and no node has a plan.
  /// Where links are long, the cycles in which all packets are on links are passed over.
  Cycle next_cycle() const {
    if (!delivered_.empty()) return now_ + 1;
    const Cycle due = waking_ == nullptr ? never : waking_->due();
    const Cycle plan = std::min(due, *std::min_element(next_poll_.begin(), next_poll_.end()));
    if (tally_.in_network() == 0) return plan == never ? never : now_ + 1;
    return links_are_long_ && world_.is_quiet(now_) ? std::max(now_ + 1, next_change(plan)) : now_ + 1;
  }
  std::vector<WaitingHeader> waiting_headers();
  /// Nodes that have packets to send and a failed router.
  std::vector<std::uint32_t> silenced() const;

 private:
  struct Request {
    unsigned out;
    unsigned queue;
  };

  /// Of a quiet network: the next cycle in which a node acts, something arrives or fails.
  Cycle next_change(Cycle plan) const {
    return std::min({plan, world_.next_arrival(), world_.topology.failures.next_after(now_)});
  }
  /// From now on all switches use the tables of a phase, also for the headers that wait.
  void enter(unsigned phase);
  const routing::Walker& algorithm() const { return later_algorithm_ ? *later_algorithm_ : first_algorithm_; }
  void offer(std::uint32_t node);
  void fill_port_queues(Router& router);
  void watch(Router& router) const;
  void request(std::uint32_t r);
  bool is_ready(const InputQueue& queue, unsigned q) const;
  void look_at(std::uint32_t r, unsigned q);
  bool may_ask(std::uint32_t r, unsigned q);
  /// A packet that has started may wait for its next phit only where headers do not wait for tails, or where tables
  /// have changed and led it to a faster link than those that it was to ask for.
  void wait_for_phit() const {
    if (rules_.tail_due && phase_ == 0) throw std::logic_error("a packet has started before its tail was due");
  }
  void hold_link(OutputPort& port) const {
    ++port.carried;
    port.last_held = now_;
  }
  void arbitrate_all(std::uint32_t r);
  void give_way(std::uint32_t r, unsigned out, std::vector<unsigned>& queues);
  unsigned pick(std::uint32_t r, unsigned out, std::optional<unsigned> last, const std::vector<unsigned>& queues);
  void consume(std::uint32_t r);
  void move_link(std::uint32_t r, unsigned p);
  bool background_has(std::uint32_t r, unsigned p);
  void drain(std::uint32_t r, unsigned q);

  World world_;
  const Rules& rules_;
  const routing::Walker& first_algorithm_;
  std::unique_ptr<const routing::Walker> later_algorithm_;  ///< null until tables change for the first time
  unsigned phase_ = 0;
  Draws draws_;
  workload::Workload& workload_;
  workload::Waking* waking_;  ///< null: nodes act only when they have said so, or something has come
  Tally& tally_;
  const LinkRates* background_;
  bool links_are_long_;
  std::vector<Cycle> next_poll_;
  std::vector<Request> requests_;
  std::vector<unsigned> at_destination_;
  std::vector<workload::Delivery> delivered_;
  Cycle now_ = 0;
  Cycle progress_ = 0;
  bool closed_ = false;  ///< the last count of packets in the network was above the limit
};

}  // namespace fsin::engine::reference

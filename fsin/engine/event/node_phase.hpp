// SPDX-License-Identifier: Apache-2.0
// The nodes' half of a cycle: tails consumed in the cycle before are reported to the workload, then the nodes whose
// poll is due are asked for packets (phases 1a and 1b of docs/model/router.md, "One cycle").
//
// Injection buffer and port queue are one ring of slots, because the border between them affects only the room that a
// source sees: occupancy().
#pragma once

#include <vector>

#include "fsin/engine/event/core.hpp"
#include "fsin/engine/event/prefetcher.hpp"
#include "fsin/workload/waking.hpp"

namespace fsin::engine::event {

class NodePhase {
 public:
  /// Sets up the nodes; `tiled`: the network does not fit the cache (router_phase.hpp).
  NodePhase(Core& core, workload::Share& share, bool tiled)
      : core_(core),
        share_(share),
        waking_(dynamic_cast<workload::Waking*>(&share)),
        prefetcher_(core.rules, core.state, core.records, core.packets),
        prefetching_(tiled ? share.prefetching() : nullptr),
        tiled_(tiled),
        room_slots_(core.rules.injection_slots) {}

  /// Plans the first poll of each node, before the first cycle.
  void plan_first_polls(const workload::Workload& workload);
  /// The next cycle that the workload wants to be simulated whether or not anything happens in it.
  Cycle due() const { return waking_ == nullptr ? never : waking_->due(); }
  /// Serves the nodes in this cycle. The visitor makes the routes of packets that enter.
  template <class Visitor>
  void serve(const Visitor& visitor);
  /// Sets whether the network holds too many packets for another to enter; checked again before cycle `again`.
  void close(bool closed, Cycle again) {
    room_slots_ = closed ? 0 : core_.rules.injection_slots;
    opens_at_ = again;
  }
  bool closed() const { return room_slots_ == 0; }
  /// Fails the router of a node, which finds no room any more.
  void fail(std::uint32_t node) { core_.state.block(node).node().failed = 1; }
  /// Brings it back in cycle `next`, in which the node is asked if it waits for room.
  void restore(std::uint32_t node, Cycle next) {
    NodeHead& head = core_.state.block(node).node();
    head.failed = 0;
    if (head.source_blocked != 0) core_.schedule.polls.add(core_.clock.cycle, next, node);
  }
  /// The nodes of this part that have packets to send and a failed router.
  std::vector<std::uint32_t> silenced() const;
  /// Reports the tails consumed in the last cycle.
  void flush_deliveries(Cycle last);

 private:
  void report_deliveries();
  void wake();
  void deliver(PacketNumber number, bool run_ends);
  template <class Visitor>
  void poll(std::uint32_t node, const Visitor& visitor);
  template <class Visitor>
  void enter(const Block& block, std::uint32_t node, unsigned injector, const workload::Offer& offer,
             const Visitor& visitor);
  void wait_for_room(const Block& block, std::uint32_t node);

  /// Packets at an injector whose tail has not left.
  unsigned queued(const InjectionQueue& injection) const {
    return injection.queue.count + (injection.queue.busy_until > core_.clock.tick ? 1U : 0U);
  }
  /// The same as seen by the source, one cycle later: room in the port queue first lets the buffer move up.
  unsigned occupancy(const InjectionQueue& injection) const {
    return injection.queue.count + (injection.room_at > core_.clock.tick ? 1U : 0U);
  }
  /// True if the injectors will be full in the next cycle. A header that starts in this cycle changes nothing: its
  /// packet counts until its tail has left.
  bool full_in_next_cycle(const Block& block) const {
    const InjectionQueue& injection = block.injection(0);
    return core_.rules.injectors == 1 &&
           injection.queue.count + (injection.room_at > core_.clock.tick + 1 ? 1U : 0U) >= core_.rules.injection_slots;
  }

  Core& core_;
  workload::Share& share_;
  workload::Waking* waking_;  ///< null: nodes act only when they have said so, or something has come
  Prefetcher prefetcher_;
  const workload::Prefetching* prefetching_;  ///< null: the share has nothing to prefetch, or there is no need
  bool tiled_;
  unsigned room_slots_;     ///< slots of an injection queue that sources may fill: all or none
  Cycle opens_at_ = never;  ///< if none: cycle in which nodes are polled again
  std::vector<std::uint32_t> due_nodes_;
};

template <class Visitor>
void NodePhase::serve(const Visitor& visitor) {
  report_deliveries();
  if (waking_ != nullptr) wake();
  core_.schedule.polls.drain(core_.clock.cycle, [&](std::uint32_t node) { due_nodes_.push_back(node); });
  for (std::size_t i = 0; i < due_nodes_.size(); ++i) {
    if (constexpr std::size_t ahead = 8; i + ahead < due_nodes_.size()) {
      prefetcher_.node(due_nodes_[i + ahead]);
      if (prefetching_ != nullptr) prefetching_->prefetch(NodeId(due_nodes_[i + ahead]));
    }
    poll(due_nodes_[i], visitor);
  }
  due_nodes_.clear();
}

template <class Visitor>
void NodePhase::poll(std::uint32_t node, const Visitor& visitor) {
  const Cycle now = core_.clock.cycle;
  const Block block = visitor.block(node);
  NodeHead& self = block.node();
  if (self.polled == core_.clock.tick) return;
  self.polled = core_.clock.tick;
  unsigned shortest = 0;
  for (unsigned i = 1; i < core_.rules.injectors; ++i) {
    if (queued(block.injection(i)) < queued(block.injection(shortest))) shortest = i;
  }
  const bool room = occupancy(block.injection(shortest)) < room_slots_ && self.failed == 0;
  workload::Poll answer = share_.poll(NodeId(node), now, room);
  if (answer.offers) enter(block, node, shortest, answer.packet, visitor);
  if (answer.more && full_in_next_cycle(block)) {
    answer.wants_room = true;  // as the answer of the node would be then
    answer.next = never;
  }
  if (answer.next != never) core_.schedule.polls.add(now, answer.next, node);
  self.source_blocked = answer.wants_room ? 1 : 0;
  if (answer.wants_room) wait_for_room(block, node);
}

template <class Visitor>
[[gnu::flatten]] inline void NodePhase::enter(const Block& block, std::uint32_t node, unsigned injector,
                                              const workload::Offer& offer, const Visitor& visitor) {
  const Cycle now = core_.clock.cycle;
  const PacketNumber number = core_.packets.take();
  Packet& packet = core_.packets[number];
  packet.enter(node, offer, now);
  packet.ready_from = core_.clock.tick + core_.rules.router_delay;
  visitor.start(packet, core_.draws.entry(now, node));
  core_.tally.entered(packet);
  core_.progress = now;
  if (core_.append(block, node, block.layout().transit_queues + injector, block.injection(injector).queue, number)) {
    block.head().wake_at = core_.clock.tick;
    core_.events.emplace_back(Kind::wake, node, 0, 0);
  }
}

}  // namespace fsin::engine::event

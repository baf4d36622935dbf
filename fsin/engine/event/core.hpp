// SPDX-License-Identifier: Apache-2.0
// State shared by the phases of a cycle in one part of the network: its routers and packets, the clock, the planned
// events, and the functions that plan them.
//
// A router is visited in a cycle only if something has happened to it: a header arrived and may move, or a visit was
// ordered for the cycle in which something that a waiting header needs becomes free. Everything whose time is known
// when a packet starts to move (tail, free link, free channel, free slot) is kept as a tick and compared, not counted.
// docs/model/router.md, "Slots", explains why whole slots suffice; docs/architecture.md follows one hop.
//
// A cycle has two halves: the nodes (node_phase.hpp), then the routers (router_phase.hpp), whose visits are compiled
// for one routing algorithm (visit/visitor.hpp). With several threads each has a Core, for the routers of its part.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "fsin/engine/draws.hpp"
#include "fsin/engine/event/clock.hpp"
#include "fsin/engine/event/emptiest.hpp"
#include "fsin/engine/event/schedule.hpp"
#include "fsin/engine/event/shared.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::event {

class Core {
 public:
  /// Sets up part `self` of the network.
  Core(Shared& shared, unsigned self, const topology::Topology& topology, const RunPlan& plan,
       const DeliveryLog& on_delivery);

  const Rules& rules;
  State& state;
  WaitRecords& records;  ///< records of the routers of this part
  TakenLinks* taken;     ///< links occupied by background by rates; null: none
  PacketPool packets;
  KeyedDraws draws;
  Tally tally;
  Clock clock;
  Schedule schedule;
  std::vector<Event> events;  ///< events of this cycle
  Emptiest emptiest;          ///< result of the router that searched last
  Cycle progress = 0;         ///< the last cycle in which anything moved

  /// Begins a cycle: the next one in which anything happens here, or a later one.
  void advance_to(Cycle cycle) {
    clock.advance_to(cycle);
    schedule.begin(cycle);
  }
  /// Posts an event `in` cycles from now, at least one, for a router of any part.
  [[gnu::always_inline]] void post(Tick in, Event event) {
    if (posts_ == Posts::here || (posts_ == Posts::by_owner && owns(event.router()))) {
      schedule.add_near(clock.cycle + in, event);
    } else {
      post_elsewhere(clock.cycle + in, event);
    }
  }
  /// The departure of a packet from the queue where its header starts to move now: one phit in `phit_cycles`, and none
  /// before it has arrived. If all links have one speed, phits arrive as fast as they leave.
  Leave leave_of(const Packet& packet, unsigned phit_cycles) const {
    if (rules.one_speed()) return {packet.phits, false};
    const Tick tail = std::max(clock.tick + (packet.phits - 1U) * phit_cycles, packet.tail_from);
    return {tail + 1 - clock.tick, phit_cycles > packet.came_at};
  }
  /// Plans the delivery of a packet whose consumption begins now: it is reported in the tick after its tail is
  /// consumed.
  void post_delivery(PacketNumber number, Leave leave) { schedule.deliveries.add(clock.cycle + leave.cycles, number); }
  /// Orders a visit to the router in this cycle.
  void order_visit(const Block& block, std::uint32_t router) {
    RouterHead& head = block.head();
    if (head.visit_listed != 0) return;
    head.visit_listed = 1;
    visits_[visit_count_++] = router;
  }
  /// Orders a visit to the router in a later cycle. An earlier visit that is already ordered serves too, because every
  /// visit orders the next.
  [[gnu::always_inline]] void order_visit_at(const Block& block, std::uint32_t router, Tick at) {
    if (at < block.head().wake_at) order_next_visit(block, router, at);
  }
  /// Orders the next visit after a visit, which has considered every possible reason for a later one; no_tick: none.
  /// Visits ordered for other cycles are not made: their events find another `wake_at`.
  [[gnu::always_inline]] void order_next_visit(const Block& block, std::uint32_t router, Tick at) {
    RouterHead& head = block.head();
    if (head.wake_at == at) return;
    head.wake_at = at;
    if (at == no_tick) return;
    const Cycle cycle = clock.cycle + (at - clock.tick);
    if (posts_ != Posts::far) {
      schedule.add_near(cycle, Event(Kind::wake, router, 0, 0));
    } else {
      post_elsewhere(cycle, Event(Kind::wake, router, 0, 0));
    }
  }
  /// Calls use(router) for each visit that was ordered for this cycle.
  template <class Use>
  void for_each_visit(Use use) const {
    for (std::size_t i = 0; i < visit_count_; ++i) use(visits_[i]);
  }
  /// Calls use(router) for each visit that was ordered for this cycle, and clears the list.
  template <class Use>
  void take_visits(Use use) {
    for_each_visit(use);
    visit_count_ = 0;
  }

  /// Appends a packet to a queue. True if its header may request an output at once; else the visit in which it may is
  /// ordered, now or when the packet before it leaves.
  bool append(const Block& block, std::uint32_t router, unsigned q, Queue& queue, PacketNumber number);
  /// Removes the header at the head of `queue`, which starts to move in this cycle, and informs the sender that fills
  /// the queue.
  PacketNumber take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue, Leave leave);
  /// The record of a router in which headers wait; `words` is the number of words of its masks.
  WaitRecord record(const Block& block, unsigned words) const {
    const RecordPool& pool = records.of_kind(block.kind().number);
    return {pool.at(block.head().record), block.layout().record, words};
  }

  bool owns(std::uint32_t router) const { return shared_.parts.owner(router) == self_; }
  /// Calls use(router) for every router of this part.
  template <class Use>
  void for_each_router(Use use) const {
    for (std::uint32_t router = 0; router < state.routers(); ++router) {
      if (owns(router)) use(router);
    }
  }
  /// The next cycle in which anything happens here, or elsewhere because of this part; `never` if nothing will.
  Cycle next_cycle() const { return std::min(schedule.next(), remote_due_); }
  /// Takes the events that other parts left for this one before the last meeting; `meetings` counts them, from 0. False
  /// if there is no other part.
  bool take_remote(std::uint64_t meetings);

  // State of a run that is continued later. Called between two cycles; load() into a core in which only the polls of
  // the nodes have been planned.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.packets, self.tally, self.clock, self.progress, self.remote_due_, self.meetings_);
  }
  /// An event for another part, or of any later cycle.
  [[gnu::noinline]] void post_elsewhere(Cycle at, Event event);

  Shared& shared_;
  unsigned self_;
  /// Where an event goes at once: to this part, to this part if it owns the router, or nowhere, for it may lie beyond
  /// the reach of the wheel.
  enum class Posts : std::uint8_t { here, by_owner, far };
  Posts posts_;
  std::unique_ptr<std::uint32_t[]> visits_;  ///< routers to be visited in this cycle, each once
  std::size_t visit_count_ = 0;
  Cycle remote_due_ = never;    ///< earliest event left for other parts since the last meeting
  std::uint64_t meetings_ = 0;  ///< number of meetings so far
};

[[gnu::always_inline]] inline PacketNumber Core::take_head(const Block& block, std::uint32_t router, unsigned q,
                                                           Queue& queue, Leave leave) {
  const PacketNumber number = queue.first;
  queue.first = packets[number].next;
  --queue.count;
  queue.leaver_slot = leave.slot();
  queue.retry = 0;
  queue.busy_until = clock.tick + leave.cycles;
  if (queue.count != 0) block.set(&Masks::behind, q);
  progress = clock.cycle;
  if (q < block.layout().transit_queues) {
    const std::uint32_t feeder = block.feeder(rules.port_of[q]);
    const std::uint32_t out = (feeder & 0xffU) * rules.vcs + rules.vc_of[q];
    post(1 + rules.credit_delay, Event(Kind::leave, feeder >> 8U, out, leave.datum()));
    return number;
  }
  tally.header_left_source(packets[number], clock.cycle);
  // Room for the source two cycles after the tail has left: port queue first, then buffer.
  block.injection(q - block.layout().transit_queues).room_at = clock.tick + leave.cycles + 1;
  // Polled for each start, not only the first: a short packet that starts later at another injector may leave sooner.
  if (block.node().source_blocked != 0) schedule.polls.add(clock.cycle, clock.cycle + leave.cycles + 1, router);
  return number;
}

inline bool Core::append(const Block& block, std::uint32_t router, unsigned q, Queue& queue, PacketNumber number) {
  const PacketNumber before = std::exchange(queue.last, number);
  if (queue.count++ != 0) {
    packets[before].next = number;
    return false;
  }
  queue.first = number;
  const Tick from = std::max(queue.busy_until, packets[number].ready_from);
  if (from <= clock.tick) {
    block.set(&Masks::fresh, q);
    return true;
  }
  block.set(&Masks::behind, q);
  block.head().move_at = std::min(block.head().move_at, from);
  order_visit_at(block, router, from);
  return false;
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// The event engine without its routing algorithm: clock, events, sources, deliveries.
//
// A router is visited in a cycle only if something has happened to it: a header arrived and may move, or a visit was
// ordered for the cycle in which something that a waiting header needs becomes free. Everything whose time is known
// when a packet starts to move (tail, free link, free channel, free slot) is kept as a tick and compared, not counted.
// docs/model.md, "Slots", says why whole slots suffice; docs/architecture.md walks through one hop.
#pragma once

#include <vector>

#include "fsin/engine/draws.hpp"
#include "fsin/engine/event/events.hpp"
#include "fsin/engine/event/poll_queue.hpp"
#include "fsin/engine/event/state.hpp"
#include "fsin/engine/event/wheel.hpp"
#include "fsin/engine/route_maker.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::event {

inline bool test_bit(const std::uint64_t* words, unsigned i) { return (words[i / 64] >> (i % 64) & 1U) != 0; }
inline void set_bit(std::uint64_t* words, unsigned i) { words[i / 64] |= 1ULL << (i % 64); }
inline void clear_bit(std::uint64_t* words, unsigned i) { words[i / 64] &= ~(1ULL << (i % 64)); }

/// Calls use(i) for every bit set at the time its word is reached.
template <class Use>
inline void for_each_bit(const std::uint64_t* words, std::uint32_t n, Use use) {
  for (std::uint32_t w = 0; w < n; ++w) {
    for (std::uint64_t bits = words[w]; bits != 0; bits &= bits - 1) {
      use(w * 64 + static_cast<unsigned>(std::countr_zero(bits)));
    }
  }
}

class Core {
 public:
  Core(const Rules& rules, const topology::Topology& topology, RouteMaker routes, workload::Workload& workload,
       const RunPlan& plan, Control& control);

  // What a visit needs.
  const Rules& rules;
  State state;
  PacketPool packets;
  KeyedDraws draws;
  Tally tally;
  Tick tick = 0;  ///< now, relative to the origin

  Cycle now() const { return now_; }
  void post(Tick in, Event event) { wheel_.add(now_ + in, event); }
  /// The tail of a packet whose consumption begins now is consumed `phits` - 1 cycles later and reported after that.
  void post_delivery(PacketNumber number) { deliveries_.add(now_ + packets[number].phits, number); }
  /// Visit the router in a later cycle; an earlier visit that is ordered already serves too, as every visit orders the
  /// next.
  void order_visit_at(const Block& block, std::uint32_t router, Tick at) {
    RouterHead& head = block.head();
    if (head.wake_at > tick && head.wake_at <= at) return;
    head.wake_at = at;
    post(at - tick, Event(Kind::wake, router, 0, 0));
  }
  /// The header at the head of `queue` starts to move in this cycle: takes it out, tells whoever fills the queue.
  PacketNumber take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue);
  unsigned capacity(unsigned q) const { return q < rules.transit_queues ? rules.slots : rules.injection_slots; }

  // What the run loop needs.
  void start();
  /// The next cycle in which anything happens; `never` if nothing will.
  Cycle next_cycle() const {
    return std::min({wheel_.next(now_ + 1), polls_.next(now_ + 1), deliveries_.next(now_ + 1)});
  }
  void advance_to(Cycle cycle);
  /// Tails consumed in the cycle before are reported, then the nodes that want to are asked for packets.
  void serve_nodes();
  /// Applies the events of this cycle and hands the routers to be visited to `visit_all(routers)`, part by part of the
  /// network, so that what the events of a part brought into the cache is still there for its visits.
  template <class VisitAll>
  void serve_routers(VisitAll visit_all);
  bool large() const { return part_shift_ < 32; }
  Cycle last_progress() const { return progress_; }
  /// After the last cycle: tails consumed in it.
  void flush_deliveries(Cycle last);

 private:
  void apply(Event event);
  void arrive(std::uint32_t router, unsigned q, PacketNumber number);
  void leave_heard(std::uint32_t router, unsigned out, Tick phits);
  void deliver(PacketNumber number, bool run_ends);
  void prefetch(Event event) const;
  void prefetch_waiting(std::uint32_t router) const;
  void prefetch_ports(std::uint32_t router, const routing::Route& route) const;
  std::uint32_t part_of(Event event) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(event.router()) >> part_shift_);
  }
  void poll(std::uint32_t node);
  void enter(const Block& block, std::uint32_t node, unsigned injector, const workload::Offer& offer);
  void wait_for_room(const Block& block, std::uint32_t node);
  /// True when the packet's header may ask for an output at once.
  bool append(const Block& block, std::uint32_t router, unsigned q, Queue& queue, PacketNumber number);
  void sort_by_part();
  void order_visit(const Block& block, std::uint32_t router) {
    RouterHead& head = block.head();
    if (head.visited == tick) return;
    head.visited = tick;
    visits_.push_back(router);
  }
  /// Packets at an injector, until their tail has left.
  unsigned queued(const Queue& injection) const { return injection.count + (injection.busy_until > tick ? 1U : 0U); }
  /// The same as the source sees it, a cycle later: room in the port queue first lets the buffer move up.
  unsigned occupancy(const Queue& injection) const { return injection.count + (injection.feeder > tick ? 1U : 0U); }

  RouteMaker routes_;
  workload::Workload& workload_;
  Wheel<Event> wheel_;
  Wheel<PacketNumber> deliveries_;
  PollQueue polls_;
  Cycle tick_reach_;
  Cycle tick_keep_;
  unsigned dimensions_ = 0;    ///< of a grid; 0 for trees
  unsigned part_shift_ = 32;   ///< router >> part_shift_ is its part of the network
  std::vector<Event> events_;  ///< of this cycle
  std::vector<Event> sorted_;
  std::vector<std::uint32_t> part_begin_;
  std::vector<std::uint32_t> due_nodes_;
  std::vector<std::uint32_t> visits_;
  Cycle now_ = 0;
  Cycle origin_ = 0;
  Cycle progress_ = 0;
};

inline PacketNumber Core::take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue) {
  const PacketNumber number = queue.slots()[queue.head];
  const Packet& packet = packets[number];
  const Tick phits = packet.phits;
  queue.head = static_cast<std::uint8_t>(queue.head + 1U == capacity(q) ? 0 : queue.head + 1);
  --queue.count;
  queue.taken = 0;
  queue.retry = 0;
  queue.busy_until = tick + phits;
  if (queue.count != 0) set_bit(block.behind(), q);
  progress_ = now_;
  if (q < rules.transit_queues) {
    const std::uint32_t out = (queue.feeder & 0xffU) * rules.vcs + rules.vc_of[q];
    post(1 + rules.credit_delay, Event(Kind::leave, queue.feeder >> 8U, out, phits));
    return number;
  }
  tally.header_left_source(packet, now_);
  queue.feeder = tick + phits + 1;  // room is seen two cycles after the tail has left: port queue first, then buffer
  // Each start, not only the first: a short packet that starts later at another injector may be gone sooner.
  if (block.head().source_blocked != 0) polls_.add(now_, now_ + phits + 1, router);
  return number;
}

template <class VisitAll>
void Core::serve_routers(VisitAll visit_all) {
  wheel_.drain(now_, [&](const Event* events, std::uint32_t n) { events_.insert(events_.end(), events, events + n); });
  if (large()) sort_by_part();
  constexpr std::size_t ahead = 12;
  const std::size_t n = events_.size();
  if (!large()) {
    for (std::size_t i = 0; i < n; ++i) apply(events_[i]);
    visit_all(visits_);
    visits_.clear();
    events_.clear();
    return;
  }
  for (std::size_t i = 0; i < std::min(ahead, n); ++i) prefetch(events_[i]);
  for (std::size_t i = 0; i < n;) {
    const std::uint32_t part = part_of(events_[i]);
    for (; i < n && part_of(events_[i]) == part; ++i) {
      if (i + ahead < n) prefetch(events_[i + ahead]);
      apply(events_[i]);
    }
    visit_all(visits_);
    visits_.clear();
  }
  events_.clear();
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// The event engine without its routing algorithm: clock, events, sources, deliveries.
//
// A router is visited in a cycle only if something has happened to it: a header arrived and may move, or a visit was
// ordered for the cycle in which something that a waiting header needs becomes free. Everything whose time is known
// when a packet starts to move (tail, free link, free channel, free slot) is kept as a tick and compared, not counted.
// docs/model.md, "Slots", says why whole slots suffice; docs/architecture.md walks through one hop.
//
// With several threads each has a Core, for the routers of its part. They share the routers' state, each touching its
// own blocks only, and the array of packets, each packet being touched by the thread in whose part its header is.
#pragma once

#include <utility>
#include <vector>

#include "fsin/engine/draws.hpp"
#include "fsin/engine/event/crew.hpp"
#include "fsin/engine/event/packet_store.hpp"
#include "fsin/engine/event/parts.hpp"
#include "fsin/engine/event/poll_queue.hpp"
#include "fsin/engine/event/state.hpp"
#include "fsin/engine/event/wheel.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::event {

/// What the cores of a run share.
struct Shared {
  /// `only`: the part of this process.
  Shared(const Rules& the_rules, const topology::Topology& topology, Parts the_parts, std::optional<unsigned> only,
         bool remembers)
      : rules(the_rules),
        parts(std::move(the_parts)),
        state(the_rules, topology, parts, only, remembers),
        store(the_rules, topology.graph.routers(), parts.count()),
        mail(parts.count()) {}

  const Rules& rules;
  Parts parts;
  State state;
  PacketStore store;
  Mail mail;
};

class Core {
 public:
  /// The part `self` of the network.
  Core(Shared& shared, unsigned self, const topology::Topology& topology, workload::Share& share, const RunPlan& plan,
       const DeliveryLog& on_delivery);

  // What a visit needs.
  const Rules& rules;
  State& state;
  PacketPool packets;
  KeyedDraws draws;
  Tally tally;
  Tick tick = 0;  ///< now, relative to the origin

  Cycle now() const { return now_; }
  /// An event `in` cycles from now, at least one, for a router of any part.
  [[gnu::always_inline]] void post(Tick in, Event event) {
    if (undivided_ || shared_.parts.owner(event.router()) == self_) {
      wheel_.add(now_ + in, event);
    } else {
      leave_in_mail(now_ + in, event);
    }
  }
  /// The tail of a packet whose consumption begins now is consumed `phits` - 1 cycles later and reported after that.
  void post_delivery(PacketNumber number) { deliveries_.add(now_ + packets[number].phits, number); }
  /// Visit the router in a later cycle; an earlier visit that is ordered already serves too, as every visit orders the
  /// next.
  [[gnu::always_inline]] void order_visit_at(const Block& block, std::uint32_t router, Tick at) {
    RouterHead& head = block.head();
    if (head.wake_at > tick && head.wake_at <= at) return;
    head.wake_at = at;
    wheel_.add(now_ + (at - tick), Event(Kind::wake, router, 0, 0));
  }
  /// The header at the head of `queue` starts to move in this cycle: takes it out, tells whoever fills the queue.
  PacketNumber take_head(const Block& block, std::uint32_t router, unsigned q, Queue& queue);
  unsigned capacity(unsigned q) const { return q < rules.transit_queues ? rules.slots : rules.injection_slots; }

  // What the run loop needs.
  /// Before the first cycle.
  void start(const workload::Workload& workload);
  Standing standing() const;
  /// What other threads left for this one in the cycle before; `cycles` counts them, and begins with 0.
  void take_mail(std::uint64_t cycles);
  /// The next cycle in which anything happens; `never` if nothing will.
  Cycle next_cycle() const { return std::min({wheel_.next(), polls_.next(), deliveries_.next()}); }
  /// Ticks are 32 bits: by how much their origin has to move before this cycle; 0 most of the time.
  Cycle origin_lags_by(Cycle cycle) const { return cycle - origin_ >= tick_reach_ ? cycle - origin_ - tick_keep_ : 0; }
  void move_origin(Cycle by) { origin_ += by; }
  /// The tick of a cycle that is not before the origin; of one beyond its reach, the last tick.
  Tick tick_of(Cycle cycle) const { return static_cast<Tick>(std::min<Cycle>(cycle - origin_, no_tick - 2)); }
  void advance_to(Cycle cycle) {
    now_ = cycle;
    tick = static_cast<Tick>(now_ - origin_);
  }
  /// Tails consumed in the cycle before are reported, then the nodes that want to are asked for packets, whose routes
  /// the visitor makes.
  template <class AnyVisitor>
  void serve_nodes(AnyVisitor& visitor);
  /// Applies the events of this cycle and visits the routers to be visited, part by part of the network, so that what
  /// the events of a part brought into the cache is still there for its visits.
  template <class AnyVisitor>
  void serve_routers(AnyVisitor& visitor);
  void prefetch_port(std::uint32_t router, unsigned port) const;
  /// Calls use(router) for every router of this part.
  template <class Use>
  void for_each_router(Use use) const {
    for (std::uint32_t router = 0; router < state.routers(); ++router) {
      if (shared_.parts.owner(router) == self_) use(router);
    }
  }
  bool large() const { return part_shift_ < 32; }
  /// After the last cycle: tails consumed in it.
  void flush_deliveries(Cycle last);

  // A run that is continued later. Between two cycles; into a core that has been started and no more.
  void save(ByteWriter& out) const;
  void load(ByteReader& in);

 private:
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.packets, self.tally, self.tick, self.now_, self.origin_, self.progress_, self.mail_due_, self.cycles_);
  }
  template <class AnyVisitor>
  void apply(Event event, AnyVisitor& visitor);
  template <class AnyVisitor>
  void arrive(std::uint32_t router, unsigned q, PacketNumber number, const AnyVisitor& visitor);
  template <class AnyVisitor>
  void leave_heard(std::uint32_t router, unsigned out, Tick phits, AnyVisitor& visitor);
  template <class AnyVisitor>
  void visit_all(AnyVisitor& visitor);
  void deliver(PacketNumber number, bool run_ends);
  void prefetch(Event event) const;
  void prefetch_waiting(std::uint32_t router) const;
  void prefetch_headers(std::uint32_t router) const;
  void prefetch_delivery(const Packet& packet) const;
  std::uint32_t part_of(Event event) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(event.router()) >> part_shift_);
  }
  void leave_in_mail(Cycle at, Event event);
  template <class AnyVisitor>
  void poll(std::uint32_t node, const AnyVisitor& visitor);
  template <class AnyVisitor>
  void enter(const Block& block, std::uint32_t node, unsigned injector, const workload::Offer& offer,
             const AnyVisitor& visitor);
  void report_deliveries();
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
  /// A header that starts in this cycle changes nothing: its packet counts until its tail has left.
  bool full_in_next_cycle(const Block& block) const {
    const Queue& injection = block.injection(0);
    return rules.injectors == 1 && injection.count + (injection.feeder > tick + 1 ? 1U : 0U) >= rules.injection_slots;
  }

  Shared& shared_;
  unsigned self_;
  bool undivided_;
  workload::Share& share_;
  const workload::Prefetching* prefetching_;  ///< null: the share has none
  workload::Exchanging* exchanging_;          ///< the same
  Wheel<Event> wheel_;
  Wheel<PacketNumber> deliveries_;
  PollQueue polls_;
  Cycle tick_reach_;
  Cycle tick_keep_;
  unsigned part_shift_ = 32;   ///< router >> part_shift_ is its part of the network
  std::vector<Event> events_;  ///< of this cycle
  std::vector<Event> sorted_;
  std::vector<std::uint32_t> part_begin_;
  std::vector<std::uint32_t> due_nodes_;
  std::vector<std::uint32_t> visits_;
  Cycle now_ = 0;
  Cycle origin_ = 0;
  Cycle progress_ = 0;
  Cycle mail_due_ = never;    ///< the earliest event left for others in this cycle
  std::uint64_t cycles_ = 0;  ///< taken so far
};

/// For all cores of a run at once, while they stand still.
void move_origin(Shared& shared, Cycle by);

[[gnu::always_inline]] inline PacketNumber Core::take_head(const Block& block, std::uint32_t router, unsigned q,
                                                           Queue& queue) {
  const PacketNumber number = queue.slots()[queue.head];
  const Packet& packet = packets[number];
  const Tick phits = packet.phits;
  queue.head = static_cast<std::uint8_t>(queue.head + 1U == capacity(q) ? 0 : queue.head + 1);
  --queue.count;
  queue.taken = 0;
  queue.retry = 0;
  queue.busy_until = tick + phits;
  if (queue.count != 0) block.set(&Masks::behind, q);
  progress_ = now_;
  if (q < rules.transit_queues) {
    const std::uint32_t out = (queue.feeder & 0xffU) * rules.vcs + rules.vc_of[q];
    post(1 + rules.credit_delay, Event(Kind::leave, queue.feeder >> 8U, out, phits));
    return number;
  }
  tally.header_left_source(packet, now_);
  queue.feeder = tick + phits + 1;  // room is seen two cycles after the tail has left: port queue first, then buffer
  // Each start, not only the first: a short packet that starts later at another injector may be gone sooner.
  if (block.node().source_blocked != 0) polls_.add(now_, now_ + phits + 1, router);
  return number;
}

}  // namespace fsin::engine::event

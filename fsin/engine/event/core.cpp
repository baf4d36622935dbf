// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/core.hpp"

#include <algorithm>

namespace fsin::engine::event {

Core::Core(const Rules& the_rules, const topology::Topology& topology, RouteMaker routes, workload::Workload& workload,
           const RunPlan& plan, Control& control)
    : rules(the_rules),
      state(the_rules, topology),
      draws(plan.seed, topology.graph.routers(), the_rules.queues),
      tally(plan, control, topology.graph.nodes()),
      routes_(routes),
      workload_(workload),
      wheel_(the_rules.packet_phits + the_rules.link_delay + the_rules.credit_delay + the_rules.router_delay + 2) {}

void Core::start() {
  for (std::uint32_t node = 0; node < tally.totals().node_phits_delivered.size(); ++node) {
    const Cycle first = workload_.first_poll(NodeId(node));
    if (first != never) polls_.add(0, std::max<Cycle>(first, 1), node);
  }
}

void Core::advance_to(Cycle cycle) {
  now_ = cycle;
  // Ticks are 32 bits: move the origin long before they run over.
  constexpr Cycle reach = 1ULL << 31U;
  constexpr Cycle keep = 1ULL << 20U;
  if (now_ - origin_ >= reach) {
    const Cycle by = now_ - origin_ - keep;
    const Tick shift = static_cast<Tick>(std::min<Cycle>(by, no_tick - 1));
    state.shift_time(shift);
    for (PacketNumber i = 0; i < packets.size(); ++i) {
      Tick& ready = packets[i].ready_from;
      ready = ready > shift ? ready - shift : 0;
    }
    origin_ += by;
  }
  tick = static_cast<Tick>(now_ - origin_);
}

void Core::prefetch(Event event) const {
  const network::Layout& layout = state.layout();
  const std::uint32_t router = event.router();
  switch (event.kind()) {
    case Kind::arrive:
      state.prefetch(router, 0);
      state.prefetch(router, layout.queue_offset + event.queue() * layout.queue_stride);
      break;
    case Kind::leave:
      state.prefetch(router, 0);
      state.prefetch(router, layout.port_offset + rules.port_of[event.queue()] * layout.port_stride);
      break;
    default:
      state.prefetch(router, 0);
  }
}

void Core::take_events() {
  constexpr std::uint32_t ahead = 10;
  wheel_.drain(now_, [&](const Event* events, std::uint32_t n) {
    for (std::uint32_t i = 0; i < std::min(ahead, n); ++i) prefetch(events[i]);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i + ahead < n) prefetch(events[i + ahead]);
      apply(events[i]);
    }
  });
}

void Core::apply(Event event) {
  switch (event.kind()) {
    case Kind::arrive:
      arrive(event.router(), event.queue(), event.datum());
      break;
    case Kind::leave:
      leave_heard(event.router(), event.queue(), event.datum());
      break;
    case Kind::wake:
      order_visit(state.block(event.router()), event.router());
      break;
    case Kind::deliver:
      deliver(event.datum(), false);
      break;
  }
}

void Core::append(const Block& block, std::uint32_t router, unsigned q, Queue& queue, PacketNumber number) {
  unsigned place = queue.head + static_cast<unsigned>(queue.count);
  if (place >= capacity(q)) place -= capacity(q);
  queue.slots()[place] = number;
  if (queue.count++ != 0) return;
  const Tick from = std::max(queue.busy_until, packets[number].ready_from);
  if (from <= tick) {
    queue.since = tick;
    set_bit(block.ready(), q);
    order_visit(block, router);
  } else {
    set_bit(block.behind(), q);
    order_visit_at(block, router, from);
  }
}

void Core::arrive(std::uint32_t router, unsigned q, PacketNumber number) {
  const Block block = state.block(router);
  Queue& queue = block.transit(q);
  packets[number].ready_from = tick + rules.router_delay;
  if (tick < queue.busy_until) queue.taken = 1;
  append(block, router, q, queue, number);
}

void Core::leave_heard(std::uint32_t router, unsigned out, Tick phits) {
  const Block block = state.block(router);
  Channel& channel = block.channel(rules.port_of[out], rules.vc_of[out]);
  --channel.ahead;
  channel.gone_at = tick - 1 + phits;
  // A header sent in the very cycle in which the departure began takes over its slot; later ones do so when they start.
  channel.taken = channel.sent_at == tick - 1 ? 1 : 0;
  const bool was_short = channel.ahead + 1U + std::max(1U, rules.bubble_target) > rules.slots;
  if (!was_short) return;  // nobody can be waiting for room there
  std::uint64_t waits = 0;
  for (std::uint32_t w = 0; w < state.layout().queue_words; ++w) waits |= block.ready()[w];
  if (waits == 0) return;
  // Taken over: the slot counted for that header since it was sent is free now. Else: when the tail has gone.
  if (channel.taken != 0 || channel.gone_at <= tick) {
    order_visit(block, router);
  } else {
    order_visit_at(block, router, channel.gone_at);
  }
}

void Core::deliver(PacketNumber number, bool run_ends) {
  const Packet& packet = packets[number];
  tally.delivered(packet, now_ - 1);
  const workload::Delivery delivery{NodeId(packet.source), NodeId(packet.destination), packet.token, now_ - 1};
  if (!run_ends && workload_.delivered(delivery)) due_nodes_.push_back(packet.destination);
  packets.give_back(number);
}

void Core::flush_deliveries(Cycle last) {
  now_ = last + 1;
  wheel_.drain(now_, [&](const Event* events, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) {
      if (events[i].kind() == Kind::deliver) deliver(events[i].datum(), true);
    }
  });
}

void Core::poll_due_nodes() {
  polls_.drain(now_, [&](std::uint32_t node) { due_nodes_.push_back(node); });
  for (std::size_t i = 0; i < due_nodes_.size(); ++i) poll(due_nodes_[i]);
  due_nodes_.clear();
}

void Core::poll(std::uint32_t node) {
  const Block block = state.block(node);
  RouterHead& head = block.head();
  if (head.polled == tick) return;
  head.polled = tick;
  unsigned shortest = 0;
  for (unsigned i = 1; i < rules.injectors; ++i) {
    if (queued(block.injection(i)) < queued(block.injection(shortest))) shortest = i;
  }
  const bool room = occupancy(block.injection(shortest)) < rules.injection_slots;
  const workload::Poll answer = workload_.poll(NodeId(node), now_, room);
  if (answer.offers) enter(block, node, shortest, answer.packet);
  if (answer.next != never) polls_.add(now_, answer.next, node);
  if (answer.wants_room) wait_for_room(block, node);
}

void Core::wait_for_room(const Block& block, std::uint32_t node) {
  Tick release = no_tick;
  for (unsigned i = 0; i < rules.injectors; ++i) {
    const Tick at = block.injection(i).feeder;
    if (at > tick) release = std::min(release, at);
  }
  if (release != no_tick) {
    polls_.add(now_, now_ + (release - tick), node);
  } else {
    block.head().source_blocked = 1;
  }
}

void Core::enter(const Block& block, std::uint32_t node, unsigned injector, const workload::Offer& offer) {
  const PacketNumber number = packets.take();
  Packet& packet = packets[number];
  packet.source = node;
  packet.destination = offer.destination.value;
  packet.token = offer.token;
  packet.phits = offer.phits;
  packet.hops = 0;
  packet.entered = now_;
  packet.generated = offer.generated;
  packet.ready_from = tick + rules.router_delay;
  packet.route = routes_.make(node, packet.destination, draws.coins(now_, node));
  tally.entered(packet);
  progress_ = now_;
  append(block, node, rules.transit_queues + injector, block.injection(injector), number);
}

}  // namespace fsin::engine::event

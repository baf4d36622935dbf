// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fsin/engine/event/core_events.hpp"

namespace fsin::engine::event {

Core::Core(Shared& shared, unsigned self, const topology::Topology& topology, workload::Share& share,
           const RunPlan& plan, const DeliveryLog& on_delivery)
    : rules(shared.rules),
      state(shared.state),
      packets(shared.store),
      draws(plan.seed, topology.graph.routers(), rules.queues),
      tally(plan, on_delivery, topology.graph.nodes()),
      shared_(shared),
      self_(self),
      undivided_(shared.parts.count() == 1),
      share_(share),
      prefetching_(share.prefetching()),
      exchanging_(share.exchanging()),
      wheel_(rules.packet_phits + rules.link_delay + rules.credit_delay + rules.router_delay + 2),
      deliveries_(rules.packet_phits + 2),
      tick_reach_(plan.tick_reach),
      tick_keep_(plan.tick_keep) {
  // Parts of 256 routers, once the network no longer fits the second-level cache: what the events of a part touch does.
  constexpr std::size_t fits = std::size_t{1} << 20U;
  if (state.routers() * state.layout().stride > fits) part_shift_ = 8;
  if (plan.part_shift) part_shift_ = *plan.part_shift;
  if (large()) part_begin_.resize((state.routers() >> part_shift_) + 2);
}

void Core::start(const workload::Workload& workload) {
  for (std::uint32_t node = 0; node < tally.totals().node_phits_delivered.size(); ++node) {
    if (shared_.parts.owner(node) != self_) continue;
    const Cycle first = workload.first_poll(NodeId(node));
    if (first != never) polls_.add(0, std::max<Cycle>(first, 1), node);
  }
}

Standing Core::standing() const {
  return {std::min(next_cycle(), mail_due_), progress_, tally.in_network(), share_.outstanding(), share_.failed()};
}

void Core::leave_in_mail(Cycle at, Event event) {
  mail_due_ = std::min(mail_due_, at);
  shared_.mail.box(cycles_, self_, shared_.parts.owner(event.router())).push_back({at, event});
}

void Core::take_mail(std::uint64_t cycles) {
  mail_due_ = never;
  cycles_ = cycles;
  if (undivided_ || cycles == 0) return;
  for (unsigned from = 0; from < shared_.parts.count(); ++from) {
    std::vector<Letter>& box = shared_.mail.box(cycles - 1, from, self_);
    for (const Letter& letter : box) wheel_.add(letter.at, letter.event);
    box.clear();
  }
  if (exchanging_ != nullptr) exchanging_->take_notices();
}

void move_origin(Shared& shared, Cycle by) {
  const Tick shift = static_cast<Tick>(std::min<Cycle>(by, no_tick - 1));
  shared.state.shift_time(shift);
  Packet* packets = shared.store.data();
  for (std::size_t i = 0; i < shared.store.claimed(); ++i) {
    Tick& ready = packets[i].ready_from;
    ready = ready > shift ? ready - shift : 0;
  }
}

void Core::prefetch(Event event) const {
  const network::Layout& layout = state.layout();
  const std::uint32_t router = event.router();
  if (event.kind() == Kind::leave) {
    state.prefetch(router, layout.port_offset + rules.port_of[event.queue()] * layout.port_stride);
    return;
  }
  state.prefetch(router, 0);
  if (event.kind() == Kind::arrive) {
    state.prefetch(router, layout.queue_offset + event.queue() * layout.queue_stride);
    prefetch_line(&packets[event.datum()]);
  }
}

// A visit without an arrival looks at the links and queues where something waits.
void Core::prefetch_waiting(std::uint32_t router) const {
  const Block block = state.block(router);
  const network::Layout& layout = state.layout();
  block.for_each(&Masks::sending, layout.mask_words,
                 [&](unsigned p) { state.prefetch(router, layout.port_offset + p * layout.port_stride); });
  const auto queue = [&](unsigned q) { prefetch_line(&state.queue(block, q)); };
  block.for_each(&Masks::ready, layout.mask_words, queue);
  block.for_each(&Masks::behind, layout.mask_words, queue);
  if (block.head().streak != 0) prefetch_port(router, block.head().last_port);
}

void Core::prefetch_port(std::uint32_t router, unsigned port) const {
  const network::Layout& layout = state.layout();
  state.prefetch(router, layout.port_offset + port * layout.port_stride);
  if (rules.bubble_local == 0) return;
  const std::size_t queues = layout.queue_offset + port * rules.vcs * layout.queue_stride;
  state.prefetch(router, queues);
  state.prefetch(router, queues + (rules.vcs - 1) * layout.queue_stride);  // of up to four VCs that is all
}

// Once the queues are there: the packets at their heads. What waits at a source entered long ago.
void Core::prefetch_headers(std::uint32_t router) const {
  const Block block = state.block(router);
  const auto header = [&](unsigned q) {
    const Queue& queue = state.queue(block, q);
    prefetch_line(&packets[queue.slots()[queue.head]]);
  };
  block.for_each(&Masks::ready, state.layout().mask_words, header);
  block.for_each(&Masks::behind, state.layout().mask_words, header);
}

void Core::sort_by_part() {
  std::fill(part_begin_.begin(), part_begin_.end(), 0U);
  for (const Event event : events_) ++part_begin_[part_of(event) + 1];
  for (std::size_t i = 1; i < part_begin_.size(); ++i) part_begin_[i] += part_begin_[i - 1];
  sorted_.resize(events_.size());
  for (const Event event : events_) sorted_[part_begin_[part_of(event)]++] = event;
  events_.swap(sorted_);
}

void Core::deliver(PacketNumber number, bool run_ends) {
  const Packet& packet = packets[number];
  tally.delivered(packet, now_ - 1);
  const workload::Delivery delivery{NodeId(packet.source), NodeId(packet.destination), packet.token, now_ - 1};
  if (!run_ends && share_.delivered(delivery)) due_nodes_.push_back(packet.destination);
  packets.give_back(number);
}

void Core::flush_deliveries(Cycle last) {
  now_ = last + 1;
  deliveries_.drain(now_, [&](const PacketNumber* numbers, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) deliver(numbers[i], true);
  });
}

void Core::report_deliveries() {
  deliveries_.drain(now_, [&](const PacketNumber* numbers, std::uint32_t n) {
    constexpr std::uint32_t ahead = 12;
    for (std::uint32_t i = 0; i < std::min(ahead, n); ++i) prefetch_line(&packets[numbers[i]]);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i + ahead < n) prefetch_line(&packets[numbers[i + ahead]]);
      if (large() && i + ahead / 2 < n) prefetch_delivery(packets[numbers[i + ahead / 2]]);
      deliver(numbers[i], false);
    }
  });
}

void Core::prefetch_delivery(const Packet& packet) const {
  if (prefetching_ != nullptr) prefetching_->prefetch_delivery(packet.token);
  tally.prefetch(packet.destination);
}

void Core::wait_for_room(const Block& block, std::uint32_t node) {
  Tick release = no_tick;
  for (unsigned i = 0; i < rules.injectors; ++i) {
    const Tick at = block.injection(i).feeder;
    if (at > tick) release = std::min(release, at);
  }
  if (release != no_tick) polls_.add(now_, now_ + (release - tick), node);
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// A cycle of one part of the network: nodes first, then the events of its routers and the visits that they order. Here
// because the visitor, compiled for one routing algorithm, takes part in it.
#pragma once

#include <algorithm>

#include "fsin/engine/event/core_events.hpp"

namespace fsin::engine::event {

template <class AnyVisitor>
void Core::serve_nodes(AnyVisitor& visitor) {
  report_deliveries();
  polls_.drain(now_, [&](std::uint32_t node) { due_nodes_.push_back(node); });
  for (std::size_t i = 0; i < due_nodes_.size(); ++i) {
    if (constexpr std::size_t ahead = 8; i + ahead < due_nodes_.size()) {
      state.prefetch(due_nodes_[i + ahead], 0);
      state.prefetch(due_nodes_[i + ahead], state.layout().injection_offset);
      if (large() && prefetching_ != nullptr) prefetching_->prefetch(NodeId(due_nodes_[i + ahead]));
    }
    poll(due_nodes_[i], visitor);
  }
  due_nodes_.clear();
}

template <class AnyVisitor>
void Core::poll(std::uint32_t node, const AnyVisitor& visitor) {
  const Block block = state.block(node);
  NodeHead& self = block.node();
  if (self.polled == tick) return;
  self.polled = tick;
  unsigned shortest = 0;
  for (unsigned i = 1; i < rules.injectors; ++i) {
    if (queued(block.injection(i)) < queued(block.injection(shortest))) shortest = i;
  }
  const bool room = occupancy(block.injection(shortest)) < rules.injection_slots;
  workload::Poll answer = share_.poll(NodeId(node), now_, room);
  if (answer.offers) enter(block, node, shortest, answer.packet, visitor);
  if (answer.more && full_in_next_cycle(block)) {
    answer.wants_room = true;  // as the node would say then
    answer.next = never;
  }
  if (answer.next != never) polls_.add(now_, answer.next, node);
  self.source_blocked = answer.wants_room ? 1 : 0;
  if (answer.wants_room) wait_for_room(block, node);
}

template <class AnyVisitor>
void Core::enter(const Block& block, std::uint32_t node, unsigned injector, const workload::Offer& offer,
                 const AnyVisitor& visitor) {
  const PacketNumber number = packets.take();
  Packet& packet = packets[number];
  packet.enter(node, offer, now_);
  packet.ready_from = tick + rules.router_delay;
  visitor.start(packet, draws.entry(now_, node));
  tally.entered(packet);
  progress_ = now_;
  if (append(block, node, rules.transit_queues + injector, block.injection(injector), number)) {
    events_.emplace_back(Kind::wake, node, 0, 0);
  }
}

template <class AnyVisitor>
void Core::visit_all(AnyVisitor& visitor) {
  for (const std::uint32_t router : visits_) visitor.visit(router);
  visits_.clear();
}

template <class AnyVisitor>
void Core::serve_routers(AnyVisitor& visitor) {
  if (!large()) {
    for (const Event event : events_) apply(event, visitor);
    wheel_.drain(now_, [&](const Event* events, std::uint32_t n) {
      for (std::uint32_t i = 0; i < n; ++i) apply(events[i], visitor);
    });
    visit_all(visitor);
    events_.clear();
    return;
  }
  wheel_.drain(now_, [&](const Event* events, std::uint32_t n) { events_.insert(events_.end(), events, events + n); });
  sort_by_part();
  constexpr std::size_t ahead = 12;
  const std::size_t n = events_.size();
  for (std::size_t i = 0; i < std::min(ahead, n); ++i) prefetch(events_[i]);
  for (std::size_t i = 0; i < n;) {
    const std::uint32_t part = part_of(events_[i]);
    for (; i < n && part_of(events_[i]) == part; ++i) {
      if (i + ahead < n) prefetch(events_[i + ahead]);
      if (i + ahead / 2 < n && events_[i + ahead / 2].kind() == Kind::wake) {
        prefetch_waiting(events_[i + ahead / 2].router());
      }
      apply(events_[i], visitor);
    }
    visit_all(visitor);
  }
  events_.clear();
}

}  // namespace fsin::engine::event

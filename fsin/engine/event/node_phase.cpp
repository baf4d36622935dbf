// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/node_phase.hpp"

#include <algorithm>
#include <span>

namespace fsin::engine::event {

void NodePhase::plan_first_polls(const workload::Workload& workload) {
  for (std::uint32_t node = 0; node < core_.tally.totals().node_phits_delivered.size(); ++node) {
    if (!core_.owns(node)) continue;
    const Cycle first = workload.first_poll(NodeId(node));
    if (first != never) core_.schedule.polls.add(0, std::max<Cycle>(first, 1), node);
  }
}

std::vector<std::uint32_t> NodePhase::silenced() const {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < core_.tally.totals().node_phits_delivered.size(); ++node) {
    if (!core_.owns(node)) continue;
    const NodeHead& head = core_.state.block(node).node();
    if (head.failed != 0 && head.source_blocked != 0) nodes.push_back(node);
  }
  return nodes;
}

void NodePhase::deliver(PacketNumber number, bool run_ends) {
  const Packet& packet = core_.packets[number];
  const Cycle consumed = core_.clock.cycle - 1;
  core_.tally.delivered(packet, consumed);
  const workload::Delivery delivery = delivery_of(packet, consumed);
  if (run_ends) {
    share_.delivered_last(delivery);
  } else if (share_.delivered(delivery)) {
    due_nodes_.push_back(packet.destination);
  }
  core_.packets.give_back(number);
}

void NodePhase::flush_deliveries(Cycle last) {
  core_.clock.cycle = last + 1;
  core_.schedule.deliveries.drain(core_.clock.cycle, [&](const PacketNumber* numbers, std::uint32_t n) {
    for (std::uint32_t i = 0; i < n; ++i) deliver(numbers[i], true);
  });
}

void NodePhase::report_deliveries() {
  core_.schedule.deliveries.drain(core_.clock.cycle, [&](const PacketNumber* numbers, std::uint32_t n) {
    constexpr std::uint32_t ahead = 12;
    for (std::uint32_t i = 0; i < std::min(ahead, n); ++i) prefetch_line(&core_.packets[numbers[i]]);
    for (std::uint32_t i = 0; i < n; ++i) {
      if (i + ahead < n) prefetch_line(&core_.packets[numbers[i + ahead]]);
      if (tiled_ && i + ahead / 2 < n) {
        const Packet& packet = core_.packets[numbers[i + ahead / 2]];
        if (prefetching_ != nullptr) prefetching_->prefetch_delivery(packet.token);
        core_.tally.prefetch(packet.destination);
      }
      deliver(numbers[i], false);
    }
  });
}

void NodePhase::wake() {
  const std::span<const std::uint32_t> nodes = waking_->woken(core_.clock.cycle);
  due_nodes_.insert(due_nodes_.end(), nodes.begin(), nodes.end());
}

void NodePhase::wait_for_room(const Block& block, std::uint32_t node) {
  if (closed()) return core_.schedule.polls.add(core_.clock.cycle, opens_at_, node);
  Tick release = no_tick;
  for (unsigned i = 0; i < core_.rules.injectors; ++i) {
    const Tick at = block.injection(i).room_at;
    if (at > core_.clock.tick) release = std::min(release, at);
  }
  if (release != no_tick) {
    core_.schedule.polls.add(core_.clock.cycle, core_.clock.cycle + (release - core_.clock.tick), node);
  }
}

}  // namespace fsin::engine::event

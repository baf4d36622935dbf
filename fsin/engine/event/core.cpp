// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/core.hpp"

#include <algorithm>

namespace fsin::engine::event {

Core::Core(Shared& shared, unsigned self, const topology::Topology& topology, const RunPlan& plan,
           const DeliveryLog& on_delivery)
    : rules(shared.rules),
      state(shared.state),
      records(shared.state.records(self)),
      taken(shared.taken ? &*shared.taken : nullptr),
      packets(shared.store),
      draws(plan.seed, topology.graph.routers(), rules.queues),
      tally(plan, on_delivery, topology.graph.nodes()),
      clock(plan.tick_reach, plan.tick_keep),
      schedule(rules, plan.delays_in_wheel),
      shared_(shared),
      self_(self),
      posts_(!schedule.all_near()        ? Posts::far
             : shared.parts.count() == 1 ? Posts::here
                                         : Posts::by_owner),
      visits_(std::make_unique_for_overwrite<std::uint32_t[]>(topology.graph.routers())) {}

void Core::post_elsewhere(Cycle at, Event event) {
  if (owns(event.router())) return schedule.add(at, event);
  remote_due_ = std::min(remote_due_, at);
  shared_.remote.box(meetings_, self_, shared_.parts.owner(event.router())).push_back({at, event});
}

bool Core::take_remote(std::uint64_t meetings) {
  remote_due_ = never;
  meetings_ = meetings;
  if (shared_.parts.count() == 1 || meetings == 0) return false;
  for (unsigned from = 0; from < shared_.parts.count(); ++from) {
    std::vector<RemoteEvent>& box = shared_.remote.box(meetings - 1, from, self_);
    for (const RemoteEvent& remote : box) schedule.add(remote.at, remote.event);
    box.clear();
  }
  return true;
}

void move_origin(Shared& shared, Cycle by) {
  const Tick shift = static_cast<Tick>(std::min<Cycle>(by, no_tick - 1));
  shared.state.shift_time(shift);
  Packet* packets = shared.store.data();
  for (std::size_t i = 0; i < shared.store.claimed(); ++i) {
    for (Tick* tick : {&packets[i].ready_from, &packets[i].tail_from}) *tick = *tick > shift ? *tick - shift : 0;
  }
}

/// Also in the middle of a cycle, while the workload stands still (standing_checkpoint.hpp): its events are planned, or
/// collected, and none has been applied. Between two cycles nothing is planned for the last one.
void Core::save(ByteWriter& out) const {
  archive(*this, out);
  out(events);
  schedule.save(clock.cycle - 1, out);
}

void Core::load(ByteReader& in) {
  archive(*this, in);
  in(events);
  schedule.load(clock.cycle, in);
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// The routers' half of a cycle: the events of the cycle are applied, which order visits, and the visits are made.
//
// A network that does not fit the second-level cache is served tile by tile, 256 routers with consecutive numbers each,
// so that the lines brought into the cache by the events of a tile are still there for its visits. All events of a
// cycle commute, and so do the visits, so that no result depends on the tiles.
#pragma once

#include <algorithm>
#include <vector>

#include "fsin/engine/event/channels.hpp"
#include "fsin/engine/event/core.hpp"
#include "fsin/engine/event/prefetcher.hpp"

namespace fsin::engine::event {

class RouterPhase {
 public:
  /// Sets the tiles: 2^tile_shift routers each; not given: 256 if the network does not fit the cache, else no tiles.
  RouterPhase(Core& core, std::optional<unsigned> tile_shift);

  bool tiled() const { return tile_shift_ < 32; }

  template <class Visitor>
  void serve(Visitor& visitor);

  // The steps of a cycle without tiles, for routing algorithms that look around.
  template <class Visitor>
  void apply_events(Visitor& visitor);
  template <class Visitor>
  void decide(Visitor& visitor) {
    core_.for_each_visit([&](std::uint32_t router) { visitor.decide(router); });
  }
  template <class Visitor>
  void visit(Visitor& visitor) {
    if (core_.rules.congestion.watches()) core_.for_each_visit([&](std::uint32_t router) { visitor.watch(router); });
    core_.take_visits([&](std::uint32_t router) { visitor.visit(router); });
  }

 private:
  /// Calls the function for its kind for each event of the cycle.
  template <class... Use>
  void drain_by_kind(Use... use) {
    core_.schedule.events.drain(core_.clock.cycle, [&use](const Event* events, std::uint32_t n) {
      for (std::uint32_t i = 0; i < n; ++i) use(events[i]);
    }...);
  }
  template <class Visitor>
  void serve_tiles(Visitor& visitor);
  template <class Visitor>
  void apply(Event event, Visitor& visitor);
  template <class Visitor>
  void arrive(std::uint32_t router, unsigned q, PacketNumber number, const Visitor& visitor);
  template <class Visitor>
  void wake(std::uint32_t router, const Visitor& visitor);
  template <class Visitor>
  void leave_heard(std::uint32_t router, unsigned out, Leave leave, Visitor& visitor);
  std::uint32_t tile_of(Event event) const {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(event.router()) >> tile_shift_);
  }
  void sort_by_tile();

  Core& core_;
  Prefetcher prefetcher_;
  unsigned tile_shift_ = 32;  ///< router >> tile_shift_ is its tile
  std::vector<Event> sorted_;
  std::vector<std::uint32_t> tile_begin_;
};

template <class Visitor>
void RouterPhase::serve(Visitor& visitor) {
  if (tiled()) {
    serve_tiles(visitor);
    core_.events.clear();
  } else {
    apply_events(visitor);
    visit(visitor);
  }
}

template <class Visitor>
inline void RouterPhase::apply_events(Visitor& visitor) {
  for (const Event event : core_.events) apply(event, visitor);
  core_.events.clear();
  drain_by_kind([&](Event event) { arrive(event.router(), event.queue(), event.datum(), visitor); },
                [&](Event event) { leave_heard(event.router(), event.queue(), Leave::of(event.datum()), visitor); },
                [&](Event event) { wake(event.router(), visitor); });
}

template <class Visitor>
void RouterPhase::serve_tiles(Visitor& visitor) {
  std::vector<Event>& collected = core_.events;
  const auto collect = [&](const Event* due, std::uint32_t n) { collected.insert(collected.end(), due, due + n); };
  core_.schedule.events.drain(core_.clock.cycle, collect, collect, collect);
  sort_by_tile();
  constexpr std::size_t ahead = 12;
  const Event* const events = collected.data();  // no events are added while these are applied
  const std::size_t n = collected.size();
  for (std::size_t i = 0; i < std::min(ahead, n); ++i) prefetcher_.event(events[i]);
  for (std::size_t i = 0; i < n;) {
    const std::uint32_t tile = tile_of(events[i]);
    for (; i < n && tile_of(events[i]) == tile; ++i) {
      if (i + ahead < n) prefetcher_.event(events[i + ahead]);
      if (i + ahead / 2 < n) {
        const Event soon = events[i + ahead / 2];
        if (soon.kind() != Kind::leave) prefetcher_.record(soon.router());
        if (soon.kind() == Kind::wake) prefetcher_.waiting(soon.router());
      }
      apply(events[i], visitor);
    }
    visit(visitor);
  }
}

template <class Visitor>
inline void RouterPhase::apply(Event event, Visitor& visitor) {
  switch (event.kind()) {
    case Kind::arrive:
      arrive(event.router(), event.queue(), event.datum(), visitor);
      break;
    case Kind::leave:
      leave_heard(event.router(), event.queue(), Leave::of(event.datum()), visitor);
      break;
    case Kind::wake:
      wake(event.router(), visitor);
      break;
  }
}

template <class Visitor>
inline void RouterPhase::wake(std::uint32_t router, const Visitor& visitor) {
  const Block block = visitor.block(router);
  if (block.head().wake_at != core_.clock.tick) return;
  core_.order_visit(block, router);
  if (tiled()) prefetcher_.headers(router);
}

template <class Visitor>
[[gnu::always_inline]] inline void RouterPhase::arrive(std::uint32_t router, unsigned q, PacketNumber number,
                                                       const Visitor& visitor) {
  const Block block = visitor.block(router);
  Queue& queue = core_.state.queue(block, q);
  Packet& packet = core_.packets[number];
  packet.ready_from = (core_.rules.whole_packet ? packet.tail_from : core_.clock.tick) + core_.rules.router_delay;
  newcomer(queue.leaver_slot, core_.clock.tick < queue.busy_until);
  if (!core_.append(block, router, q, queue, number)) return;
  core_.order_visit(block, router);
  if (tiled()) visitor.for_likely_ports(packet, [&](unsigned port) { prefetcher_.port(router, port); });
}

template <class Visitor>
inline void RouterPhase::leave_heard(std::uint32_t router, unsigned out, Leave leave, Visitor& visitor) {
  const Block block = visitor.block(router);
  Channel& channel = core_.state.channel(block, out);
  if (!visitor.queue_behind_moves(block, router, out, channel, leave) || channel.owned_until == no_tick) return;
  // If the slot was taken over, the slot counted for that header since it was sent is free now; else when the tail has
  // left.
  const Tick now = core_.clock.tick;
  const Tick open = std::max(slot_leaves(channel, now) ? channel.gone_at : now, channel.owned_until);
  if (open <= now) {
    core_.order_visit(block, router);
  } else {
    core_.order_visit_at(block, router, open);
  }
}

}  // namespace fsin::engine::event

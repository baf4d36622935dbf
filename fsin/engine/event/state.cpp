// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/state.hpp"

#include <utility>

namespace fsin::engine::event {

State::State(const Rules& rules, const topology::Topology& topology, const Parts& parts, std::optional<unsigned> only,
             bool remembers)
    : parts_(parts),
      only_(only),
      routers_(topology.graph.routers()),
      ports_(rules.ports),
      vcs_(rules.vcs),
      transit_queues_(rules.transit_queues),
      injectors_(rules.injectors),
      remembers_(remembers),
      layout_(rules.ports, rules.vcs, rules.slots, rules.injectors, rules.injection_slots, remembers),
      arena_(routers_ * layout_.stride) {
  for (unsigned q = 0; q < rules.queues; ++q) {
    const bool transit = q < transit_queues_;
    queue_offset_[q] = transit ? layout_.queue_offset + q * layout_.queue_stride
                               : layout_.injection_offset + (q - transit_queues_) * layout_.injection_stride;
    if (transit) channel_offset_[q] = layout_.channel_offset(rules.port_of[q], rules.vc_of[q]);
  }
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) {
      const Block b = block(r);
      b.head() = RouterHead{};
      b.head().layer = topology.geometry->layer(RouterId(r));
      b.node() = NodeHead{};
      for (unsigned out = 0; out < transit_queues_; ++out) b.set(&Masks::room, out);
    }
    for (unsigned p = 0; p < ports_; ++p) {
      const topology::Link next = topology.graph.next(RouterId(r), p);
      connect(r, p, next);
      if (!here(r) || !next.exists()) continue;
      block(r).port(p).router = next.router.value & (max_routers - 1);
      block(r).port(p).link_class = topology.geometry->link_class(RouterId(r), p) & 0xffU;
    }
  }
}

// Queues begin as zeros, which is what the arena has.
void State::connect(std::uint32_t router, unsigned p, topology::Link next) {
  if (here(router)) {
    const Block b = block(router);
    b.port(p) = OutPort{};
    b.port(p).in_port = next.port;
    for (unsigned vc = 0; vc < vcs_; ++vc) b.channel(p, vc) = Channel{};
  }
  if (!next.exists() || !here(next.router.value)) return;
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    block(next.router.value).transit(next.port * vcs_ + vc).feeder = router << 8U | p;
  }
}

namespace {

void pull_back(Tick& tick, Tick by) {
  if (tick != no_tick) tick = tick > by ? tick - by : 0;
}

}  // namespace

void State::clear_carried(Tick from) {
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!here(r)) continue;
    for (unsigned p = 0; p < ports_; ++p) {
      OutPort& port = block(r).port(p);
      port.carried = port.free_at > from ? port.free_at - from : 0;
    }
  }
  carried_before_.clear();
}

void State::keep_rest(Cycle at, Tick tick) {
  rest_of_ = at;
  rest_.assign(routers_ * ports_, 0);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!here(r)) continue;
    for (unsigned p = 0; p < ports_; ++p) {
      const Tick free = block(r).port(p).free_at;
      if (free > tick + 1) rest_[r * ports_ + p] = free - tick - 1;
    }
  }
}

void State::shift_time(Tick by) {
  carried_before_.resize(routers_ * ports_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!here(r)) continue;
    const Block b = block(r);
    RouterHead& head = b.head();
    NodeHead& node = b.node();
    for (Tick* tick :
         {&head.wake_at, &head.visited, &head.move_at, &node.polled, &node.consuming_until, &node.watched}) {
      pull_back(*tick, by);
    }
    if (remembers_) {
      for (unsigned q = 0; q < layout_.queues; ++q) pull_back(b.asked()[q], by);
    }
    for (unsigned p = 0; p < ports_; ++p) {
      pull_back(b.port(p).free_at, by);
      carried_before_[r * ports_ + p] += std::exchange(b.port(p).carried, 0);
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        Channel& channel = b.channel(p, vc);
        for (Tick* tick : {&channel.owned_until, &channel.gone_at, &channel.sent_at}) pull_back(*tick, by);
        Queue& queue = b.transit(p * vcs_ + vc);
        for (Tick* tick : {&queue.busy_until, &queue.since}) pull_back(*tick, by);
      }
    }
    for (unsigned i = 0; i < injectors_; ++i) {
      Queue& queue = b.injection(i);
      for (Tick* tick : {&queue.busy_until, &queue.since, &queue.room_at}) pull_back(*tick, by);
    }
  }
}

void State::save(ByteWriter& out) const {
  out(carried_before_, rest_, rest_of_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) out.raw(base(r), layout_.stride);
  }
}

void State::load(ByteReader& in) {
  in(carried_before_, rest_, rest_of_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) in.raw(base(r), layout_.stride);
  }
}

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/state.hpp"

#include <utility>

namespace fsin::engine::event {

using network::pull_back;

RouterKind::RouterKind(const Rules& rules, unsigned the_number, unsigned ports, unsigned injectors, bool remembers)
    : layout(ports, rules.vcs, injectors, remembers),
      number(the_number),
      injection_shift(rules.transit_queues - layout.transit_queues) {
  for (unsigned q = 0; q < layout.transit_queues; ++q) {
    queue_offset[q] = layout.transit_offset(rules.port_of[q], rules.vc_of[q]);
    channel_offset[q] = layout.channel_offset(rules.port_of[q], rules.vc_of[q]);
  }
  for (unsigned i = 0; i < injectors; ++i) {
    queue_offset[layout.transit_queues + i] =
        layout.injection_offset + i * static_cast<std::uint32_t>(sizeof(InjectionQueue));
  }
}

namespace {

/// The kinds of routers: those with a node, and the others.
std::array<RouterKind, 2> kinds_of(const Rules& rules, std::size_t first_switch, bool remembers) {
  const RouterKind interface(rules, 0, rules.interface_ports, rules.injectors, remembers);
  RouterKind other(rules, 1, rules.ports, 0, remembers);
  other.origin = first_switch * interface.layout.stride - first_switch * other.layout.stride;
  return {interface, other};
}

}  // namespace

State::State(const Rules& rules, const topology::Topology& topology, const Parts& parts, std::optional<unsigned> only,
             bool remembers)
    : parts_(parts),
      only_(only),
      routers_(topology.graph.routers()),
      first_switch_(rules.two_kinds() ? topology.graph.nodes() : routers_),
      vcs_(rules.vcs),
      kinds_(kinds_of(rules, first_switch_, remembers)),
      arena_(bytes()),
      records_(make_records()) {
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) {
      const Block b = block(r);
      b.head() = RouterHead{};
      b.head().layer = topology.geometry->layer(RouterId(r));
      b.node() = NodeHead{};
      for (unsigned out = 0; out < b.layout().transit_queues; ++out) b.set(&Masks::room, out);
    }
    for (unsigned p = 0; p < kind_of(r).layout.ports; ++p) {
      const topology::Link next = topology.graph.next(RouterId(r), p);
      connect(r, p, next);
      if (!here(r) || !next.exists()) continue;
      block(r).port(p).router = next.router.value & (max_routers - 1);
      block(r).port(p).link_class = topology.geometry->link_class(RouterId(r), p) & 0xffU;
    }
  }
}

// Queues begin as zeros, the content of the arena.
void State::connect(std::uint32_t router, unsigned p, topology::Link next) {
  if (here(router)) {
    const Block b = block(router);
    b.port(p) = OutPort{};
    b.port(p).in_port = next.port;
    for (unsigned vc = 0; vc < vcs_; ++vc) b.channel(p, vc) = Channel{};
  }
  if (!next.exists() || !here(next.router.value)) return;
  block(next.router.value).feeder(next.port) = router << 8U | p;
}

std::vector<WaitRecords> State::make_records() const {
  std::vector<std::array<std::size_t, 2>> routers(parts_.count());
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) ++routers[parts_.owner(r)][kind_number(r)];
  }
  std::vector<WaitRecords> records;
  for (const auto& of_part : routers) records.emplace_back(of_part, kinds_[0].layout.record, kinds_[1].layout.record);
  return records;
}

void State::clear_carried(Tick from) {
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!here(r)) continue;
    for (unsigned p = 0; p < kind_of(r).layout.ports; ++p) {
      OutPort& port = block(r).port(p);
      port.carried = port.free_at > from ? port.free_at - from : 0;
    }
  }
  carried_before_.clear();
}

void State::keep_rest(Cycle at, Tick tick) {
  rest_of_ = at;
  rest_.assign(place(routers_, 0), 0);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!here(r)) continue;
    for (unsigned p = 0; p < kind_of(r).layout.ports; ++p) {
      const Tick free = block(r).port(p).free_at;
      if (free > tick + 1) rest_[place(r, p)] = free - tick - 1;
    }
  }
}

void State::shift_time(Tick by) {
  carried_before_.resize(place(routers_, 0));
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (!here(r)) continue;
    const Block b = block(r);
    RouterHead& head = b.head();
    NodeHead& node = b.node();
    for (Tick* tick : {&head.wake_at, &head.move_at, &node.polled, &node.consuming_until, &node.watched}) {
      pull_back(*tick, by);
    }
    for (unsigned p = 0; p < b.layout().ports; ++p) {
      pull_back(b.port(p).free_at, by);
      carried_before_[place(r, p)] += std::exchange(b.port(p).carried, 0);
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        Channel& channel = b.channel(p, vc);
        for (Tick* tick : {&channel.owned_until, &channel.gone_at, &channel.sent_at}) pull_back(*tick, by);
      }
    }
    for (unsigned q = 0; q < b.layout().queues; ++q) pull_back(b.queue(q).busy_until, by);
    for (unsigned i = 0; i < b.layout().queues - b.layout().transit_queues; ++i) pull_back(b.injection(i).room_at, by);
  }
  for (WaitRecords& records : records_) records.shift_time(by);
}

void State::save(ByteWriter& out) const {
  out(carried_before_, rest_, rest_of_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) out.raw(base(r), kind_of(r).layout.stride);
  }
  for (const WaitRecords& records : records_) records.save(out);
}

void State::load(ByteReader& in) {
  in(carried_before_, rest_, rest_of_);
  for (std::uint32_t r = 0; r < routers_; ++r) {
    if (here(r)) in.raw(base(r), kind_of(r).layout.stride);
  }
  for (WaitRecords& records : records_) records.load(in);
}

}  // namespace fsin::engine::event

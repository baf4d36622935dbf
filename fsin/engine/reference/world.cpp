// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/reference/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

namespace fsin::engine::reference {

World::World(const Rules& the_rules, const topology::Topology& the_topology)
    : rules(the_rules),
      topology(the_topology),
      feeders(topology::feeders(topology.graph)),
      routers(topology.graph.routers()) {
  for (std::uint32_t r = 0; r < routers.size(); ++r) {
    Router& router = routers[r];
    router.queues.resize(rules.queues);
    router.ports.resize(rules.ports);
    for (unsigned p = 0; p < rules.ports; ++p) {
      router.ports[p].channels.resize(rules.vcs);
      if (!topology.graph.next(RouterId(r), p).exists()) continue;
      router.ports[p].link = rules.link_times[topology.geometry->link_class(RouterId(r), p)];
    }
    router.injectors.resize(rules.injectors);
  }
}

bool World::can_request(std::uint32_t router, unsigned q, unsigned out) const {
  const Router& here = routers[router];
  const unsigned used = this->used(channel(here, out));
  if (used >= rules.slots) return false;
  if (q >= rules.transit_queues && !may_enter(here, out, used)) return false;
  const bool enters_ring = out != q && rules.bubble_applies(rules.vc_of[out]);
  if (!enters_ring) return true;
  if (used + rules.bubble_target > rules.slots) return false;
  if (rules.bubble_local == 0) return true;
  return here.queues[out].held.slots() + rules.bubble_local <= rules.slots;
}

bool World::may_enter(const Router& here, unsigned out, unsigned used_ahead) const {
  const CongestionRules& rule = rules.congestion;
  if (rule.own_slots == 0 || (rule.watches() && !here.congested)) return true;
  return (rule.slots_ahead ? used_ahead : here.queues[out].held.slots()) + rule.own_slots <= rules.slots;
}

std::uint64_t World::backlog(std::uint32_t router, unsigned p, Cycle cycle) const {
  const Router& here = routers[router];
  const OutputPort& port = here.ports[p];
  unsigned waiting = 0, used = 0;
  for (const OutputChannel& channel : port.channels) {
    used += this->used(channel);
    if (channel.owner && here.queues[*channel.owner].held.front().out == 0) ++waiting;
  }
  const Cycle busy = std::max(port.busy_until, cycle) - cycle;
  const unsigned link_class = topology.geometry->link_class(RouterId(router), p);
  return rules.link_burdens[link_class].backlog(static_cast<std::uint32_t>(busy), waiting, used);
}

void World::plan_tail(OutputPort& port, PacketNumber number, Cycle cycle) {
  const Packet& packet = packets[number];
  if (tail_from_.size() <= number) tail_from_.resize(number + 1);
  const Cycle arrived = packet.hops == 0 ? 0 : tail_from_[number];
  const Cycle tail = std::max(cycle + Cycle{packet.phits - 1U} * port.link.phit_cycles, arrived);
  port.busy_until = tail + port.link.phit_cycles;
  tail_from_[number] = tail + port.link.hop();
}

void World::fail(Cycle cycle) {
  for (const topology::FailedLink& link : topology.failures.links) {
    if (link.since != cycle && link.until != cycle) continue;
    for (OutputChannel& channel : routers[link.router.index()].ports[link.port].channels)
      channel.failed = link.since == cycle;
  }
  for (const topology::FailedRouter& router : topology.failures.routers) {
    if (router.since == cycle || router.until == cycle) routers[router.router.index()].failed = router.since == cycle;
  }
}

bool World::phit_leaves(std::uint32_t router, unsigned q, unsigned phit_cycles, Cycle cycle) {
  InputQueue& queue = routers[router].queues[q];
  bool slot_kept = false;
  if (q < rules.transit_queues) {
    const topology::Link feeder = feeders[router * rules.ports + rules.port_of[q]];
    slot_kept = phit_cycles > routers[feeder.router.index()].ports[feeder.port].link.phit_cycles;
    credits_.push_back(
        {cycle + rules.credit_delay, feeder.router.value, feeder.port * rules.vcs + rules.vc_of[q], slot_kept});
  }
  const bool tail = queue.held.phit_out(cycle, slot_kept);
  if (tail) {
    queue.leaving = false;
    queue.looked_at = false;
    queue.retry = 0;
    queue.since.reset();
  }
  return tail;
}

void World::phit_crosses(std::uint32_t router, unsigned port, unsigned vc, PacketNumber packet, Cycle cycle) {
  OutputPort& out = routers[router].ports[port];
  out.channels[vc].ahead.phit_in(packet, packets[packet].phits, cycle);
  out.on_link.push_back({cycle + out.link.hop() - 1, vc, packet});
}

void World::settle(Cycle cycle) {
  for (std::uint32_t r = 0; r < routers.size(); ++r) {
    for (unsigned p = 0; p < rules.ports; ++p) {
      std::deque<FlyingPhit>& line = routers[r].ports[p].on_link;
      while (!line.empty() && line.front().due <= cycle) {
        const FlyingPhit phit = line.front();
        line.pop_front();
        const topology::Link next = topology.graph.next(RouterId(r), p);
        InputQueue& queue = routers[next.router.index()].queues[next.port * rules.vcs + phit.vc];
        queue.held.phit_in(phit.packet, packets[phit.packet].phits, cycle);
      }
    }
  }
  while (!credits_.empty() && credits_.front().due <= cycle) {
    const Credit credit = credits_.front();
    credits_.pop_front();
    channel(routers[credit.router], credit.out).ahead.phit_out(cycle, credit.slot_kept);
  }
}

bool World::is_quiet(Cycle cycle) const {
  const auto waits = [](const auto& place) { return !place.empty(); };
  return std::none_of(routers.begin(), routers.end(), [&](const Router& router) {
    const auto& [queues, ports, injectors] = std::tie(router.queues, router.ports, router.injectors);
    return std::any_of(queues.begin(), queues.end(), [&](const InputQueue& queue) { return waits(queue.held); }) ||
           std::any_of(injectors.begin(), injectors.end(), [&](const Injector& each) { return waits(each.buffer); }) ||
           std::any_of(ports.begin(), ports.end(), [&](const OutputPort& port) { return port.free_from > cycle + 1; });
  });
}

Cycle World::next_arrival() const {
  Cycle next = credits_.empty() ? never : credits_.front().due;
  for (const Router& router : routers) {
    for (const OutputPort& port : router.ports) {
      if (!port.on_link.empty()) next = std::min(next, port.on_link.front().due);
    }
  }
  return next;
}

void World::forget_carried() {
  for (Router& router : routers) {
    for (OutputPort& port : router.ports) port.carried = 0;
  }
}

void World::verify(std::uint64_t packets_in_network) const {
  std::set<PacketNumber> present;
  for (std::uint32_t r = 0; r < routers.size(); ++r) {
    for (unsigned q = 0; q < rules.queues; ++q) {
      if (q < rules.transit_queues) verify_queue(r, q);
      for (const Item& item : routers[r].queues[q].held.items()) present.insert(item.packet);
    }
    for (const Injector& injector : routers[r].injectors)
      present.insert(injector.buffer.begin(), injector.buffer.end());
    for (const OutputPort& port : routers[r].ports) {
      for (const FlyingPhit& phit : port.on_link) present.insert(phit.packet);
    }
  }
  if (present.size() != packets_in_network) {
    throw std::logic_error(fmt::format("{} packets present, {} on the books", present.size(), packets_in_network));
  }
  // A bubble of one packet is not proven to keep a hole in every ring (docs/model/router.md, "Room and bubble"), so
  // there is nothing to verify.
  if (std::max(rules.bubble_local, rules.bubble_target) < 2 || topology.geometry->lanes() == topology::Lanes::none)
    return;
  std::vector<bool> seen(routers.size() * rules.transit_queues);
  for (std::uint32_t r = 0; r < routers.size(); ++r) {
    for (unsigned q = 0; q < rules.transit_queues; ++q) {
      if (rules.bubble_applies(rules.vc_of[q])) verify_ring(r, q, seen);
    }
  }
}

void World::verify_queue(std::uint32_t router, unsigned q) const {
  const Occupancy& held = routers[router].queues[q].held;
  const unsigned full = rules.packet_phits, slots = held.slots();
  unsigned phits = 0;
  for (const Item& item : held.items()) phits += item.in - item.out;
  if (slots > rules.slots) {
    throw std::logic_error(fmt::format("router {} queue {}: {} slots of {}", router, q, slots, rules.slots));
  }
  const bool full_only =
      std::all_of(held.items().begin(), held.items().end(), [&](const Item& item) { return item.phits == full; });
  const bool too_few = phits > slots * full;
  const bool not_the_original = rules.one_speed() && full_only && slots != (phits + full - 1) / full;
  if (too_few || not_the_original) {
    throw std::logic_error(fmt::format("router {} queue {}: {} slots but {} phits", router, q, slots, phits));
  }
}

// A packet that moves from one queue of the ring to the next is counted once.
void World::verify_ring(std::uint32_t start, unsigned out, std::vector<bool>& seen) const {
  std::set<PacketNumber> in_ring;
  unsigned slots = 0;
  std::uint32_t r = start;
  while (!seen[r * rules.transit_queues + out]) {
    seen[r * rules.transit_queues + out] = true;
    for (const Item& item : routers[r].queues[out].held.items()) in_ring.insert(item.packet);
    slots += rules.slots;
    const topology::Link next = topology.graph.next(RouterId(r), rules.port_of[out]);
    if (!next.exists()) return;
    r = next.router.value;
  }
  if (r != start) return;  // a line: one of its links has failed
  if (slots != 0 && in_ring.size() >= slots) {
    throw std::logic_error(fmt::format("router {} channel {}: the ring has no bubble left", start, out));
  }
}

}  // namespace fsin::engine::reference

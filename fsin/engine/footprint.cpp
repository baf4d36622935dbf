// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/footprint.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <variant>

#include "fsin/engine/event/core.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/run_message.hpp"
#include "fsin/engine/reference/router.hpp"
#include "fsin/network/layout.hpp"
#include "fsin/routing/catalogue.hpp"

namespace fsin::engine {
namespace {

using event::Event;
using event::PollQueue;
using event::Wheel;

/// Bytes of a growing vector over those of its elements: half full on average, and its old half beside it while it
/// grows.
constexpr double growing = 1.5;

network::Layout layout_of(const Design& design, unsigned ports, unsigned injectors) {
  return {ports, design.router.virtual_channels, injectors, routing::remembers(design.routing)};
}

/// Expected fraction of routers in which headers wait at the same time. One in ten of the packets that are neither on a
/// link nor have just arrived is such a header (docs/performance.md, "Memory"); the others wait behind them, for a link
/// that they own, or at their source.
double waiting_share(const Design& design, const topology::Extent& extent, const Expected& expected) {
  constexpr double packets_per_header = 10;
  const double moving = expected.packet_rate * (expected.hops * link_spread(design).shortest_hop + design.packet_phits);
  const double waiting = std::max(0.0, std::min(expected.packets, most_packets(design)) - moving);
  return 1 - std::exp(-waiting / packets_per_header / extent.routers);
}

/// Bytes of the blocks of all routers, and of the records of those in which headers wait. If routers with a node use
/// few ports, they are a kind of their own (event::RouterKind).
double router_bytes(const Design& design, const topology::Extent& extent, const Expected& expected) {
  const unsigned used = extent.interface_ports == 0 ? extent.ports : extent.interface_ports;
  const double waiting = waiting_share(design, extent, expected);
  const auto bytes = [&](double routers, const network::Layout& layout) {
    return routers * (layout.stride + waiting * layout.record.stride);
  };
  return bytes(extent.nodes, layout_of(design, used, design.router.injectors)) +
         bytes(extent.routers - extent.nodes, layout_of(design, extent.ports, 0));
}

/// Expected number of chunks in a wheel's cycle with `items` on average, the partly filled last one included.
double chunks(double items) { return 1 - std::exp(-items) + items / Wheel<Event, event::event_kinds>::chunk_items; }

/// Bytes of the wheels. Arrivals and departures are known one cycle ahead (more with delays), visits that wait up to
/// the length of a packet.
double wheel_bytes(const Design& design, const Expected& expected, double share) {
  constexpr double waits_per_hop = 0.5;  // ordered visits per hop, 0.2 to 0.53: docs/performance.md
  const double hops = expected.packet_rate * expected.hops * share;
  const LinkSpread links = link_spread(design);
  const unsigned phits = design.packet_phits * links.slowest;
  const Cycle reach = RunPlan{}.delays_in_wheel;
  const Cycle credit = 1 + design.router.credit_delay.cycles();
  const auto near = [&](Cycle ahead) { return static_cast<double>(std::min(ahead, reach)); };
  double events = (near(links.longest_hop) + near(credit)) * chunks(hops);
  for (unsigned ahead = 1; ahead <= phits; ++ahead) events += chunks(waits_per_hop * hops * ahead / phits / phits);
  const double deliveries = phits * chunks(expected.packet_rate * share);
  // The events of a cycle, and the same sorted.
  const double lists = growing * 2 * (2 + waits_per_hop) * hops * sizeof(Event);
  // No more than packets that have a slot, and their credits.
  const double far = std::min(hops * (static_cast<double>(links.longest_hop) - near(links.longest_hop) +
                                      static_cast<double>(credit) - near(credit)),
                              2 * share * most_packets(design));
  return events * static_cast<double>(Wheel<Event, event::event_kinds>::chunk_bytes()) +
         growing * far * sizeof(event::Schedule::FarEvent) +
         deliveries * static_cast<double>(Wheel<PacketNumber>::chunk_bytes()) + lists;
}

/// Bytes of the planned polls: one a node; gaps between packets are geometric.
double poll_bytes(const Expected& expected, double share) {
  const double nodes = expected.active_nodes * share;
  const auto chunk = static_cast<double>(Wheel<std::uint32_t>::chunk_bytes());
  if (expected.poll_gap <= 0 || nodes <= 0) return chunk;
  const double gap = std::max(expected.poll_gap, 1.0);
  double near = 0;
  for (Cycle ahead = 1; ahead <= PollQueue::span; ++ahead) {
    near += chunks(nodes / gap * std::exp(-static_cast<double>(ahead) / gap));
  }
  const double far = nodes * std::exp(-static_cast<double>(PollQueue::span) / gap);
  return near * chunk + growing * far * sizeof(PollQueue::Far);
}

double books_of_thread(const topology::Extent& extent) {
  constexpr unsigned histograms = 3;
  const double series = stats::TimeSeries::most_bins * sizeof(stats::TimeSeries::Bin);
  const double wheels = PollQueue::span * sizeof(void*) + sizeof(event::Core);
  return extent.nodes * sizeof(std::uint64_t) + histograms * static_cast<double>(stats::LatencyHistogram::bytes()) +
         series + wheels;
}

Footprint event_footprint(const Design& design, const topology::Extent& extent, const Expected& expected,
                          unsigned threads) {
  const double share = 1.0 / threads;
  const double packets = std::min(expected.packets, most_packets(design));
  Footprint print;
  // The blocks, and the part that owns each router.
  print.routers = router_bytes(design, extent, expected) + extent.routers * sizeof(std::uint8_t);
  // The last block of numbers of a thread is half used.
  print.packets = (packets + 0.5 * event::PacketStore::block * threads) * sizeof(Packet);
  print.events = threads * (wheel_bytes(design, expected, share) + poll_bytes(expected, share));
  print.books = threads * books_of_thread(extent);
  return print;
}

/// Bytes of a libstdc++ deque with few elements: its map, one node, and the overhead of malloc for both.
constexpr double deque_bytes = 8 * sizeof(void*) + 512 + 2 * 16;

Footprint reference_footprint(const Design& design, const topology::Extent& extent, const Expected& expected) {
  const double vcs = design.router.virtual_channels, injectors = design.router.injectors;
  const double queues = extent.ports * vcs + injectors;
  Footprint print;
  print.routers =
      extent.routers * (sizeof(reference::Router) + queues * (sizeof(reference::InputQueue) + deque_bytes) +
                        extent.ports * vcs * (sizeof(reference::OutputChannel) + deque_bytes) +
                        extent.ports * (sizeof(reference::OutputPort) + deque_bytes + sizeof(topology::Link)) +
                        injectors * (sizeof(reference::Injector) + deque_bytes));
  print.packets = growing * std::min(expected.packets, most_packets(design)) * sizeof(Packet);
  print.books = books_of_thread(extent) + extent.nodes * sizeof(Cycle);
  return print;
}

/// Bytes of a run without routers.
Footprint message_footprint(const Design& design, const topology::Extent& extent, const Expected& expected) {
  message::Amounts amounts;
  amounts.nodes = extent.nodes;
  amounts.ports = extent.port_numbers();
  amounts.tasks = expected.tasks;
  amounts.injectors = design.router.injectors;
  amounts.transfers = expected.transfers;
  amounts.pairs = expected.pairs;
  amounts.links = 2 + expected.route_links;
  Footprint print;
  print.packets = message::bytes_of_run(*design.model, amounts);
  print.books = books_of_thread(extent);
  return print;
}

/// Bytes of the tables of the routing, if it has any.
double route_table_bytes(const Design& design, const topology::Extent& extent) {
  return routing::Routings::visit(
      [&](const auto& family) {
        if constexpr (requires { family.table_bytes(extent); }) return family.table_bytes(extent);
        const unsigned vcs = design.router.virtual_channels;
        if constexpr (requires { family.table_bytes(extent, vcs); }) return family.table_bytes(extent, vcs);
        return 0.0;
      },
      design.routing);
}

}  // namespace

double most_packets(const Design& design) {
  const topology::Extent extent = extent_of(design);
  Rules rules;
  rules.ports = extent.ports;
  rules.interface_ports = extent.interface_ports == 0 ? extent.ports : extent.interface_ports;
  rules.vcs = design.router.virtual_channels;
  rules.injectors = design.router.injectors;
  rules.slots = static_cast<unsigned>(design.router.queue.value);
  rules.injection_slots = rules.slots + static_cast<unsigned>(design.router.injection_queue.value);
  return static_cast<double>(event::PacketStore::most_under_way(rules, static_cast<std::size_t>(extent.routers),
                                                                static_cast<std::size_t>(extent.nodes)));
}

Footprint footprint(const Design& design, EngineKind kind, const Expected& expected, unsigned threads) {
  const topology::Extent extent = extent_of(design);
  Footprint print;
  if (design.model) {
    print = message_footprint(design, extent, expected);
  } else if (kind == EngineKind::reference) {
    print = reference_footprint(design, extent, expected);
  } else {
    print = event_footprint(design, extent, expected, threads);
  }
  print.topology = extent.port_numbers() * topology::PortGraph::bytes_per_port +
                   topology::geometry_of(design.topology)->table_bytes();
  if (!design.model) print.routes = route_table_bytes(design, extent);
  if (expected.link_loads) print.books += extent.port_numbers() * sizeof(stats::LinkLoad);
  return print;
}

}  // namespace fsin::engine

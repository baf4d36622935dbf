// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "fsin/engine/credit_loop.hpp"
#include "fsin/engine/message/catalogue.hpp"

namespace fsin::run {

double most_load_of_nodes(const engine::Design& design) {
  const double injectors = design.router.injectors;
  return router::one_at_a_time(design.router.consumption) ? std::min(injectors, 1.0) : injectors;
}

Bounds bounds_of(const topology::Geometry& geometry, const engine::Design& design) {
  const topology::Distances distances = geometry.distances();
  Bounds bounds{
      .average_distance = distances.average, .diameter = distances.diameter, .channel_load = distances.channel_load};
  bounds.bisection = geometry.bisection();
  const double at_node = most_load_of_nodes(design);
  bounds.at_node = at_node;
  bounds.capacity = at_node;
  if (design.model) return bounds;  // which has no links
  if (design.link_classes.empty()) {
    bounds.link = engine::credit_loop(design, engine::link_times(design, 0)).link;
    if (bounds.channel_load > 0) bounds.capacity = std::min(at_node, bounds.link / bounds.channel_load);
    return bounds;
  }
  bounds.channel_load = 0;
  std::vector<double> loads = distances.class_loads;
  if (loads.empty() && design.link_classes.size() == 1) loads.push_back(distances.channel_load);
  for (unsigned c = 0; c < loads.size(); ++c) {
    const engine::LinkTimes times = engine::link_times(design, c);
    const double link = engine::credit_loop(design, times).link, load = loads[c];
    bounds.channel_load = std::max(bounds.channel_load, load * times.phit_cycles);
    if (load <= 0 || link / load >= bounds.capacity) continue;
    bounds.capacity = link / load;
    bounds.link = link;
  }
  return bounds;
}

namespace {

engine::message::Transfer full_packet(const engine::Design& design) {
  return {.bytes = std::uint64_t{design.packet_phits} * design.phit_bytes, .phits = design.packet_phits};
}

/// Where tails must be due: cycles from the header of a lone packet at its destination to the consumption of its tail,
/// on a way of `distance` links of which `slow` are not of the fastest class. A packet waits wherever a faster link
/// follows a slower one: at most after every second link and, on a grid, once in a dimension.
double tail_due_alone(const engine::Design& design, const topology::Geometry& geometry, double distance, double slow,
                      double phits) {
  const engine::LinkSpread links = engine::link_spread(design);
  double waits = std::min(slow, (distance + 1) / 2);
  if (geometry.lanes() != topology::Lanes::none) {
    const auto classes = std::count_if(design.link_classes.begin(), design.link_classes.end(),
                                       [&](const engine::LinkTimes& link) { return link.phit_cycles > links.fastest; });
    waits = std::min(waits, static_cast<double>(classes));
  }
  return (phits - 1) * (links.fastest + std::max(1.0, waits) * (links.slowest - links.fastest));
}

double latency_alone(const engine::Design& design, double distance, unsigned packet_phits, bool slowest_everywhere) {
  const bool follows = design.model && engine::message::follows_routes(*design.model);
  if (design.model && !follows) {
    return static_cast<double>(engine::message::alone(*design.model, full_packet(design)));
  }
  const double router_delay = design.router.delay.cycles();
  const bool whole = !follows && router::traits_of(engine::flow_control_of(design)).whole_packet;
  const double phits = packet_phits;
  double slowest = 0, sum = 0, slow = 0;
  const unsigned fastest = engine::link_spread(design).fastest;
  const topology::GeometryPointer geometry = topology::geometry_of(design.topology);
  const topology::Distances distances = geometry->distances();
  if (follows) distance = std::max(distance, distances.average);  // every transfer counts as one hop
  for (unsigned c = 0; c < std::max<std::size_t>(design.link_classes.size(), 1); ++c) {
    const engine::LinkTimes link = engine::link_times(design, c);
    const double hop = (whole ? phits : 1.0) * link.phit_cycles + link.delay + router_delay;
    slowest = std::max(slowest, hop);
    if (c >= distances.class_links.size()) continue;
    sum += distances.class_links[c] * hop;
    if (link.phit_cycles > fastest) slow += distances.class_links[c];
  }
  const bool known = !design.link_classes.empty() && !distances.class_links.empty() && distances.average > 0;
  const double hop = known && !slowest_everywhere ? sum / distances.average : slowest;
  const double crossed = distance * hop + router_delay;
  if (whole) return crossed + phits - 1;
  if (follows || design.router.forward == router::Forward::header)
    return crossed + (phits - 1) * engine::link_spread(design).slowest;
  return crossed + tail_due_alone(design, *geometry, distance, known && !slowest_everywhere ? slow : distance, phits);
}

}  // namespace

double zero_load_latency(const engine::Design& design, double distance) {
  return latency_alone(design, distance, design.packet_phits, false);
}

double zero_load_latency(const engine::Design& design, double distance, unsigned phits) {
  return latency_alone(design, distance, phits, false);
}

double longest_zero_load_latency(const engine::Design& design) {
  return latency_alone(design, topology::geometry_of(design.topology)->distances().diameter, design.packet_phits, true);
}

stats::LoadSources load_sources(const engine::Design& design, const stats::RunTotals& totals) {
  const auto packets = static_cast<double>(std::max<std::uint64_t>(totals.packets_delivered, 1));
  const double hops = static_cast<double>(totals.hops_sum) / packets;
  stats::LoadSources sources;
  sources.packet_phits = design.packet_phits;
  sources.alone = zero_load_latency(design, hops);
  sources.fill = 2 * longest_zero_load_latency(design);
  return sources;
}

}  // namespace fsin::run

// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/bounds.hpp"

#include <algorithm>

#include "fsin/engine/credit_loop.hpp"

namespace fsin::study {

Bounds bounds_of(const topology::Geometry& geometry, const engine::Design& design) {
  const topology::Distances distances = geometry.distances();
  Bounds bounds{
      .average_distance = distances.average, .diameter = distances.diameter, .channel_load = distances.channel_load};
  double at_node = design.router.injectors;
  if (router::one_at_a_time(design.router.consumption)) at_node = std::min(at_node, 1.0);
  bounds.at_node = at_node;
  bounds.capacity = at_node;
  if (design.model) return bounds;  // which has no links
  bounds.link = engine::credit_loop(design).link;
  if (bounds.channel_load > 0) bounds.capacity = std::min(at_node, bounds.link / bounds.channel_load);
  return bounds;
}

namespace {

engine::message::Transfer full_packet(const engine::Design& design) {
  return {.bytes = std::uint64_t{design.packet_phits} * design.phit_bytes, .phits = design.packet_phits};
}

}  // namespace

double zero_load_latency(const engine::Design& design, double distance) {
  if (design.model) return static_cast<double>(engine::message::alone(*design.model, full_packet(design)));
  const double router_delay = design.router.delay.cycles();
  const bool whole = router::traits_of(engine::flow_control_of(design)).whole_packet;
  const double hop = (whole ? design.packet_phits : 1.0) + router_delay + design.link_delay;
  return distance * hop + router_delay + design.packet_phits - 1;
}

}  // namespace fsin::study

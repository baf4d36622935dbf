// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/rules.hpp"

#include <algorithm>
#include <cmath>

#include "fsin/engine/design.hpp"

namespace fsin::engine {
namespace {

bool has_own_queues(const topology::Topology& topology) {
  return topology.geometry->lanes() != topology::Lanes::none && topology.graph.nodes() == topology.graph.routers();
}

void set_bubble(Rules& rules, const Design& design) {
  const BubbleRule bubble = bubble_of(design);
  if (bubble.local == 0 && bubble.target == 0) return;
  rules.bubble_vcs = bubble.channels;
  rules.bubble_local = bubble.local;
  rules.bubble_target = bubble.target;
}

/// Sets the rules of congestion control. The occupancy of a router's own queues is meaningful in a network whose
/// routers have a node each and whose lanes go straight on; elsewhere nodes enter by an interface, and the next queue
/// tells more.
void set_congestion(Rules& rules, const Design& design, const topology::Topology& topology) {
  const router::CongestionRule rule = router::rule_of(design.router.congestion_control);
  CongestionRules& congestion = rules.congestion;
  congestion.transit_priority = static_cast<std::uint64_t>(std::llround(rule.transit_priority * 0x1.0p32));
  congestion.own_slots = rule.own_slots;
  congestion.slots_ahead = !has_own_queues(topology);
  congestion.patience = rule.patience;
  congestion.calm = rule.calm;
  if (rule.count_every == 0) return;
  const double slots = topology.geometry->links() * rules.vcs * rules.slots;
  congestion.most_packets = static_cast<std::uint64_t>(rule.most_packets * slots);
  congestion.count_every = Cycle{rule.count_every} * std::max(1U, topology.geometry->distances().diameter);
}

}  // namespace

Rules make_rules(const Design& design, const topology::Topology& topology) {
  Rules rules;
  const router::RouterParams& router = design.router;
  rules.ports = topology.graph.ports();
  rules.interface_ports = topology.graph.interface_ports();
  rules.vcs = router.virtual_channels;
  rules.injectors = router.injectors;
  rules.transit_queues = rules.ports * rules.vcs;
  rules.queues = rules.transit_queues + rules.injectors;
  rules.slots = static_cast<unsigned>(router.queue.value);
  rules.port_queue = rules.slots;
  rules.injection_slots = rules.slots + static_cast<unsigned>(router.injection_queue.value);
  rules.packet_phits = design.packet_phits;
  rules.arbiter = router.arbiter;
  rules.consumes_one_at_a_time = router::one_at_a_time(router.consumption);
  rules.whole_packet = router::traits_of(flow_control_of(design)).whole_packet;
  rules.router_delay = router.delay.cycles();
  rules.links = link_spread(design);
  rules.tail_due = router.forward == router::Forward::tail_due && !rules.whole_packet && !rules.one_speed();
  rules.asks_at_once = rules.router_delay == 0 && !rules.whole_packet && !rules.tail_due;
  const auto classes = static_cast<unsigned>(topology.geometry->link_classes().size());
  for (unsigned c = 0; c < classes; ++c) rules.link_times[c] = link_times(design, c);
  rules.credit_delay = router.credit_delay.cycles();
  for (unsigned c = 0; c < classes; ++c) {
    rules.link_burdens[c] = LinkBurden(rules.link_times[c], rules.packet_phits, rules.router_delay, rules.credit_delay);
  }
  set_bubble(rules, design);
  set_congestion(rules, design, topology);
  for (unsigned q = 0; q < rules.queues; ++q) {
    rules.vc_of[q] = static_cast<std::uint8_t>(q % rules.vcs);
    rules.port_of[q] = static_cast<std::uint8_t>(q / rules.vcs);
  }
  return rules;
}

}  // namespace fsin::engine

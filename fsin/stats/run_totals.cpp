// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/run_totals.hpp"

namespace fsin::stats {

void RunTotals::merge(const RunTotals& other) {
  packets_delivered += other.packets_delivered;
  phits_delivered += other.phits_delivered;
  packets_injected += other.packets_injected;
  phits_injected += other.phits_injected;
  hops_sum += other.hops_sum;
  latency.merge(other.latency);
  latency_from_generation.merge(other.latency_from_generation);
  injection_delay.merge(other.injection_delay);
  source_wait.merge(other.source_wait);
  second_half.merge(other.second_half);
  for (std::size_t node = 0; node < other.node_phits_delivered.size(); ++node) {
    node_phits_delivered[node] += other.node_phits_delivered[node];
  }
  series.merge(other.series);
  traffic.merge(other.traffic);
  total_packets_injected += other.total_packets_injected;
  total_packets_delivered += other.total_packets_delivered;
  packet_hops += other.packet_hops;
  fingerprint += other.fingerprint;
  packets_generated += other.packets_generated;
  phits_generated += other.phits_generated;
  packets_in_network += other.packets_in_network;  // for one part alone it may be negative: modulo 2^64
  all_links.merge(other.all_links);
  links.insert(links.end(), other.links.begin(), other.links.end());
}

}  // namespace fsin::stats

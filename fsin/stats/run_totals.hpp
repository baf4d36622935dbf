// SPDX-License-Identifier: Apache-2.0
// Results of one run: the plain record that both engines fill and that the reports read.
// "Window" counters cover the measured cycles only (after the warm-up); the others cover the whole run. Everything here
// is simulated and therefore the same on every machine; host figures (time, memory) are in fsin/core/host.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/stats/histogram.hpp"
#include "fsin/stats/outcome.hpp"
#include "fsin/stats/time_series.hpp"
#include "fsin/stats/traffic.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::stats {

/// One directed link and what it carried in the window.
struct LinkLoad {
  RouterId from;
  std::uint32_t port = 0;  ///< output port of `from`
  RouterId to;
  std::uint64_t phits = 0;
};

/// Totals over all links.
struct LinkTotals {
  std::uint64_t links = 0;
  std::uint64_t phits = 0;
  LinkLoad busiest;  ///< the first of those that carried most

  void add(const LinkLoad& link) {
    if (links == 0 || link.phits > busiest.phits) busiest = link;
    ++links;
    phits += link.phits;
  }
  /// Adds the totals of other links.
  void merge(const LinkTotals& other) {
    if (other.links == 0) return;
    const LinkLoad& rival = other.busiest;
    const bool earlier = std::tie(rival.from, rival.port) < std::tie(busiest.from, busiest.port);
    if (links == 0 || rival.phits > busiest.phits || (rival.phits == busiest.phits && earlier)) busiest = rival;
    links += other.links;
    phits += other.phits;
  }
};

/// Packets that were made and delivered in a period, from which balance.hpp judges the load.
struct Flow {
  std::uint64_t packets_generated = 0;
  std::uint64_t packets_delivered = 0;

  bool operator==(const Flow&) const = default;
  void merge(const Flow& other) {
    packets_generated += other.packets_generated;
    packets_delivered += other.packets_delivered;
  }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.packets_generated, self.packets_delivered);
  }
};

/// Waiting time at the source, from generation to the cycle in which the header leaves an injection queue, over the
/// packets for which that cycle lies in the window.
struct SourceWait {
  std::uint64_t packets = 0;
  std::uint64_t sum = 0;  ///< cycles
  Sum128 squares = 0;

  bool operator==(const SourceWait&) const = default;
  void add(std::uint64_t cycles) {
    ++packets;
    sum += cycles;
    squares += static_cast<Sum128>(cycles) * cycles;
  }
  void merge(const SourceWait& other) {
    packets += other.packets;
    sum += other.sum;
    squares += other.squares;
  }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.packets, self.sum, self.squares);
  }
};

struct RunTotals {
  Outcome outcome = Outcome::finished;
  Cycle cycles = 0;           ///< the whole run
  Cycle measured_cycles = 0;  ///< the window

  // Window counters.
  std::uint64_t packets_delivered = 0;  ///< tail consumed in the window
  std::uint64_t phits_delivered = 0;    ///< phits of the packets counted in packets_delivered
  std::uint64_t packets_injected = 0;   ///< entered an injection buffer in the window
  std::uint64_t phits_injected = 0;
  std::uint64_t packets_generated = 0;  ///< made by the sources in the window
  std::uint64_t phits_generated = 0;
  std::uint64_t hops_sum = 0;  ///< links crossed, summed over packets_delivered
  LatencyHistogram latency;    ///< tail consumed - entry into the injection buffer, over packets_delivered
  LatencyHistogram latency_from_generation;  ///< tail consumed - generation
  LatencyHistogram injection_delay;          ///< header leaves the injection queue - entry into the injection buffer
  SourceWait source_wait;
  Flow second_half;                                 ///< the second half of the window
  std::vector<std::uint64_t> node_phits_delivered;  ///< per destination node; the node's accepted load
  LinkTotals all_links;
  std::vector<LinkLoad> links;  ///< one by one, when asked for: a large network has millions

  // Whole-run counters.
  TimeSeries series;
  Traffic traffic;  ///< empty unless asked for
  std::uint64_t total_packets_injected = 0;
  std::uint64_t total_packets_delivered = 0;
  std::uint64_t packets_in_network = 0;  ///< still under way at the end
  std::uint64_t packet_hops = 0;         ///< every link crossing by a packet header: the unit of the speed figures

  std::uint64_t fingerprint = 0;       ///< hash of the delivery stream
  std::vector<std::string> diagnosis;  ///< deadlock report: who waits for what, one line each
  std::string failure;                 ///< why the workload could not go on (corrupt trace); empty when all was well
  std::vector<workload::RankAccount> ranks;  ///< for a trace
  workload::Report workload;                 ///< the workload's own account, for the whole run

  /// Adds what another part of the network has counted. Cycles, outcome and the workload's account stay as they are.
  void merge(const RunTotals& other);

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.outcome, self.cycles, self.measured_cycles, self.packets_delivered, self.phits_delivered,
      self.packets_injected, self.phits_injected, self.packets_generated, self.phits_generated, self.hops_sum,
      self.latency, self.latency_from_generation, self.injection_delay, self.source_wait, self.second_half,
      self.node_phits_delivered, self.all_links, self.links, self.series, self.traffic, self.total_packets_injected,
      self.total_packets_delivered, self.packets_in_network, self.packet_hops, self.fingerprint, self.diagnosis,
      self.failure, self.ranks, self.workload);
  }

  void count_link(const LinkLoad& link, bool keep) {
    all_links.add(link);
    if (keep) links.push_back(link);
  }
};

}  // namespace fsin::stats

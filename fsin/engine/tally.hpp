// SPDX-License-Identifier: Apache-2.0
// Keeps the books of a run: what entered, what was delivered, what of it fell into the measured window.
//
// The window is the cycles warmup+1 .. warmup+cycles. A packet belongs to it when its tail is consumed in it.
#pragma once

#include "fsin/core/prefetch.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/engine/packets.hpp"

namespace fsin::engine {

class Tally {
 public:
  /// `on_delivery` may be empty; it is called for every packet and must outlive the tally.
  Tally(const RunPlan& plan, const DeliveryLog& on_delivery, std::size_t nodes);

  Cycle first() const { return first_; }
  Cycle last() const { return last_; }
  bool in_window(Cycle cycle) const { return cycle >= first_ && cycle <= last_; }
  std::uint64_t in_network() const { return totals_.total_packets_injected - totals_.total_packets_delivered; }

  void entered(const Packet& packet) {
    ++totals_.total_packets_injected;
    totals_.series.entered(packet.entered, packet.phits);
    if (!in_window(packet.entered)) return;
    ++totals_.packets_injected;
    totals_.phits_injected += packet.phits;
  }
  void header_left_source(const Packet& packet, Cycle cycle) {
    if (in_window(cycle)) totals_.injection_delay.add(cycle - packet.entered);
  }
  void hop() { ++totals_.packet_hops; }
  void delivered(const Packet& packet, Cycle cycle);
  /// A packet for this node is about to be delivered.
  void prefetch(std::uint32_t node) const { prefetch_line(&totals_.node_phits_delivered[node]); }

  /// Whether a run that ends after so many cycles has a window at all.
  bool has_window(Cycle cycles) const { return cycles >= first_; }
  /// The books of another part of the same network.
  void merge(const Tally& other) { totals_.merge(other.totals_); }
  /// Before the first cycle of the window.
  void window_opens(const workload::Workload& workload);
  stats::RunTotals close(stats::Outcome outcome, Cycle cycles, const workload::Workload& workload);

  stats::RunTotals& totals() { return totals_; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.totals_, self.at_opening_);
  }

 private:
  stats::RunTotals totals_;
  workload::Report at_opening_;
  const DeliveryLog& on_delivery_;
  Cycle first_ = 1;
  Cycle last_ = never;
};

}  // namespace fsin::engine

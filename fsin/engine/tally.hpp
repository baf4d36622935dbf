// SPDX-License-Identifier: Apache-2.0
// Keeps the books of a run: what entered, what was delivered, what of it fell into the measured window.
//
// The window is the cycles warmup+1 .. warmup+cycles. A packet belongs to it when its tail is consumed in it.
#pragma once

#include <optional>

#include "fsin/core/prefetch.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/run_plan.hpp"

namespace fsin::engine {

/// A transfer of a model without routers as the statistics see it: a packet, or a message that counts as one.
struct Parcel {
  std::uint32_t source = 0;  ///< node
  std::uint32_t destination = 0;
  std::uint32_t token = 0;  ///< of the packet; of a message its flow
  std::uint16_t hops = 1;
  std::uint64_t phits = 0;
  Cycle entered = 0;
  Cycle generated = 0;
};

/// `Carried`: a Packet or a Parcel.
class Tally {
 public:
  /// `on_delivery` may be empty; it is called for every packet and must outlive the tally.
  Tally(const RunPlan& plan, const DeliveryLog& on_delivery, std::size_t nodes);

  Cycle first() const { return first_; }
  Cycle last() const { return last_; }
  bool in_window(Cycle cycle) const { return cycle >= first_ && cycle <= last_; }
  std::uint64_t in_network() const { return totals_.total_packets_injected - totals_.total_packets_delivered; }

  template <class Carried>
  void entered(const Carried& packet) {
    ++totals_.total_packets_injected;
    totals_.series.entered(packet.entered, packet.phits);
    if (!in_window(packet.entered)) return;
    ++totals_.packets_injected;
    totals_.phits_injected += packet.phits;
  }
  template <class Carried>
  void header_left_source(const Carried& packet, Cycle cycle) {
    if (!in_window(cycle)) return;
    totals_.injection_delay.add(cycle - packet.entered);
    totals_.source_wait.add(cycle - packet.generated);
  }
  void hop() { ++totals_.packet_hops; }
  /// Over the link at a port of a router, in this cycle.
  void hop(const Packet& packet, std::uint32_t router, unsigned port, Cycle cycle) {
    hop();
    if (hops_ != nullptr) [[unlikely]]
      tell_hop(packet, router, port, cycle);
  }
  template <class Carried>
  void delivered(const Carried& packet, Cycle cycle);
  /// A packet for this node is about to be delivered.
  void prefetch(std::uint32_t node) const { prefetch_line(&totals_.node_phits_delivered[node]); }

  /// Whether a run that ends after so many cycles has a window at all.
  bool has_window(Cycle cycles) const { return cycles >= first_; }
  /// The books of another part of the same network.
  void merge(const Tally& other) { totals_.merge(other.totals_); }
  /// The cycles at whose end the workload's account is taken: the last one before the window, the last one of its first
  /// half; after both, none.
  Cycle border(unsigned passed) const { return passed == 0 ? first_ - 1 : passed == 1 ? middle_ : never; }
  /// All that happens up to border(number) has happened.
  void pass_border(unsigned number, const workload::Accounts& workload);
  stats::RunTotals close(stats::Outcome outcome, Cycle cycles, const workload::Accounts& workload);

  stats::RunTotals& totals() { return totals_; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.totals_, self.at_opening_, self.at_middle_);
  }

 private:
  void tell_hop(const Packet& packet, std::uint32_t router, unsigned port, Cycle cycle) const;

  stats::RunTotals totals_;
  workload::Report at_opening_;
  std::optional<std::uint64_t> at_middle_;  ///< packets generated up to then
  const DeliveryLog& on_delivery_;
  const HopsLog* hops_ = nullptr;
  Cycle first_ = 1;
  Cycle last_ = never;
  Cycle middle_ = never;  ///< last cycle of the first half of the window
};

}  // namespace fsin::engine

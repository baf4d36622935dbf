// SPDX-License-Identifier: Apache-2.0
// Statistics of a run: packets that entered, packets delivered, and the part of both that falls into the measured
// window.
//
// The window is the cycles warmup+1 .. warmup+cycles. A packet belongs to it if its tail is consumed in it.
#pragma once

#include <optional>

#include "fsin/core/prefetch.hpp"
#include "fsin/engine/packets.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine {

/// A transfer of a model without routers as the statistics see it: a packet, or a message that counts as one.
struct Parcel {
  std::uint32_t source = 0;  ///< node
  std::uint32_t destination = 0;
  std::uint32_t token = 0;  ///< token of the packet, or the flow of a message
  std::uint16_t hops = 1;
  std::uint64_t phits = 0;
  Cycle entered = 0;
  Cycle generated = 0;
};

/// What a workload is told of a packet, a Packet or a Parcel, whose tail was consumed in this cycle.
template <class Carried>
workload::Delivery delivery_of(const Carried& packet, Cycle consumed) {
  return {NodeId(packet.source),
          NodeId(packet.destination),
          packet.token,
          consumed,
          packet.entered,
          packet.hops,
          static_cast<std::uint16_t>(packet.phits)};
}

/// Counters of a run. `Carried`: a Packet, or a Parcel of the models without routers.
class Tally {
 public:
  /// Starts all counters at 0. `on_delivery` may be empty; it is called for every packet and must outlive the tally.
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
  /// Counts a hop in this cycle, over the link at a port of a router.
  void hop(const Packet& packet, std::uint32_t router, unsigned port, Cycle cycle) {
    hop();
    if (hops_ != nullptr) [[unlikely]]
      tell_hop(packet, router, port, cycle);
  }
  template <class Carried>
  void delivered(const Carried& packet, Cycle cycle);
  /// Prefetches the counters of a node to which a packet is about to be delivered.
  void prefetch(std::uint32_t node) const { prefetch_line(&totals_.node_phits_delivered[node]); }

  /// True if a run that ends after `cycles` cycles reaches the measured window.
  bool has_window(Cycle cycles) const { return cycles >= first_; }
  /// Adds the counters of another part of the same network.
  void merge(const Tally& other) { totals_.merge(other.totals_); }
  /// The cycle at whose end the workload's account is recorded next, after `passed` records: first the last cycle
  /// before the window, then the last cycle of its first half, then never.
  Cycle border(unsigned passed) const { return passed == 0 ? first_ - 1 : passed == 1 ? middle_ : never; }
  /// Records the workload's account at border(number), when everything up to that cycle has happened.
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
  std::optional<std::uint64_t> at_middle_;  ///< packets generated up to the end of the first half
  const DeliveryLog& on_delivery_;
  const HopsLog* hops_ = nullptr;
  Cycle first_ = 1;
  Cycle last_ = never;
  Cycle middle_ = never;  ///< last cycle of the first half of the window
};

}  // namespace fsin::engine

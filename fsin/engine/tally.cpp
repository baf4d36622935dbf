// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/tally.hpp"

#include <algorithm>

#include "fsin/core/hash.hpp"

namespace fsin::engine {
namespace {

/// The part of one packet in the fingerprint, which is the sum over packets, so that it does not depend on the order in
/// which deliveries of one cycle are reported.
template <class Carried>
std::uint64_t fingerprint_of(const Carried& packet, Cycle cycle) {
  return scramble(scramble(static_cast<std::uint64_t>(packet.source) << 32U | packet.destination) +
                  scramble(packet.entered * golden_ratio + packet.hops) + cycle * 0xd1342543de82ef95U);
}

}  // namespace

Tally::Tally(const RunPlan& plan, const DeliveryLog& on_delivery, std::size_t nodes)
    : on_delivery_(on_delivery), hops_(plan.hops), first_(plan.warmup + 1), last_(plan.last()) {
  if (last_ != never) middle_ = first_ - 1 + (last_ - first_ + 1) / 2;
  totals_.node_phits_delivered.resize(nodes);
  if (plan.traffic) totals_.traffic = stats::Traffic(nodes);
}

void Tally::tell_hop(const Packet& packet, std::uint32_t router, unsigned port, Cycle cycle) const {
  (*hops_)({NodeId(packet.source), NodeId(packet.destination), packet.entered, cycle, router, port});
}

template <class Carried>
void Tally::delivered(const Carried& packet, Cycle cycle) {
  ++totals_.total_packets_delivered;
  totals_.fingerprint += fingerprint_of(packet, cycle);
  if (on_delivery_) {
    on_delivery_({NodeId(packet.source), NodeId(packet.destination), packet.entered, cycle, packet.hops,
                  packet.generated, static_cast<std::uint32_t>(packet.phits)});
  }
  totals_.series.delivered(cycle, packet.phits, cycle - packet.entered, cycle - packet.generated);
  totals_.traffic.count(packet.source, packet.destination);
  if (!in_window(cycle)) return;
  ++totals_.packets_delivered;
  if (cycle > middle_) ++totals_.second_half.packets_delivered;
  totals_.phits_delivered += packet.phits;
  totals_.hops_sum += packet.hops;
  totals_.latency.add(cycle - packet.entered);
  totals_.latency_from_generation.add(cycle - packet.generated);
  totals_.node_phits_delivered[packet.destination] += packet.phits;
}

template void Tally::delivered(const Packet&, Cycle);
template void Tally::delivered(const Parcel&, Cycle);

void Tally::pass_border(unsigned number, const workload::Accounts& workload) {
  if (number == 0) {
    at_opening_ = workload.report(first_ - 1);
  } else {
    at_middle_ = workload.report(middle_).packets_generated;
  }
}

stats::RunTotals Tally::close(stats::Outcome outcome, Cycle cycles, const workload::Accounts& workload) {
  totals_.outcome = outcome;
  totals_.cycles = cycles;
  totals_.measured_cycles = !has_window(cycles) ? 0 : std::min(cycles, last_) - first_ + 1;
  totals_.packets_in_network = in_network();
  totals_.workload = workload.report(cycles);
  totals_.ranks = workload.rank_accounts(cycles);
  // The window may have opened in idle cycles after the end, or not at all.
  if (!has_window(cycles)) at_opening_ = totals_.workload;
  totals_.packets_generated = totals_.workload.packets_generated - at_opening_.packets_generated;
  totals_.phits_generated = totals_.workload.phits_generated - at_opening_.phits_generated;
  if (at_middle_ && cycles > middle_) {
    totals_.second_half.packets_generated = totals_.workload.packets_generated - *at_middle_;
  }
  return std::move(totals_);
}

}  // namespace fsin::engine

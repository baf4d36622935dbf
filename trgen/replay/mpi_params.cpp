// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/mpi_params.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/delay.hpp"
#include "fsin/core/text.hpp"

namespace trgen::replay {
namespace {

/// A time in whole picoseconds: the number that was written, where the floating-point one is within a billionth of it,
/// and otherwise rounded up. So 70 ns are 7 cycles of 10 ns, and not 8.
fsin::Delay delay_of(fsin::Nanoseconds time) {
  const double picoseconds = time.value * 1e3;
  const double nearest = std::nearbyint(picoseconds);
  const bool is_whole = std::abs(picoseconds - nearest) <= 1e-9 * std::max(1.0, nearest);
  return {fsin::Dimension::time, static_cast<std::uint64_t>(is_whole ? nearest : std::ceil(picoseconds))};
}

}  // namespace

CallCosts costs_of(const MpiParams& params, const fsin::workload::NetworkFacts& facts) {
  const fsin::LinkClock clock{facts.bit_rate, std::uint64_t{8} * facts.phit_bytes, 1};
  const auto cycles = [&](fsin::Nanoseconds time) { return clock.cycles(delay_of(time)); };
  CallCosts costs;
  costs.send_overhead = cycles(params.send_overhead);
  costs.receive_overhead = cycles(params.receive_overhead);
  const double cycles_a_second = static_cast<double>(facts.bit_rate) / (8.0 * facts.phit_bytes);
  const auto sized = [&](const std::optional<std::string>& text) {
    return text ? SizedCosts::parse(*text, cycles_a_second).value_or(SizedCosts()) : SizedCosts();  // as checked
  };
  costs.of_buffered = sized(params.buffered_send_costs);
  costs.of_started = sized(params.started_send_costs);
  costs.of_received = sized(params.receive_costs);
  costs.progress_in_calls = params.progress == Progress::calls;
  if (params.eager) costs.eager = params.eager->value;
  costs.start_matched = params.start == MessageStart::matched;
  constexpr std::uint64_t buffered_when_matched = std::uint64_t{1} << 16;
  costs.buffered = params.buffered ? params.buffered->value : costs.start_matched ? buffered_when_matched : 0;
  costs.network_within_nodes = facts.carries_own && !params.copies_within_nodes();
  costs.copy_latency = cycles(params.node_latency);
  if (params.node_bandwidth) costs.copy_rate = {facts.bit_rate, facts.phit_bytes, params.node_bandwidth->value};
  costs.copies_share = params.node_bandwidth_per == BandwidthPer::node;
  return costs;
}

void check_mpi(const MpiParams& params, const ReplayParams& replay, fsin::Diagnostics& diagnostics,
               const MarkOf& mark_of) {
  if (params.progress == Progress::calls && params.start == MessageStart::matched) {
    diagnostics.error(mark_of("mpi.progress"),
                      "with mpi.start: matched messages leave without their ranks; remove mpi.progress");
  } else if (params.progress == Progress::calls && !params.eager) {
    diagnostics.error(mark_of("mpi.progress"),
                      "progress in calls has no effect, since no message asks; add mpi.eager, or remove mpi.progress");
  } else if (params.progress == Progress::calls && !replay.cpu.bursts()) {
    diagnostics.error(
        mark_of("mpi.progress"),
        "progress in calls has no effect, since no CPU bursts are replayed; add cpu.scale: 1.0, or remove "
        "mpi.progress");
  }
  if (params.eager && params.start == MessageStart::matched) {
    diagnostics.error(mark_of("mpi.eager"),
                      "with mpi.start: matched no message asks, whatever its size; remove one of the two");
  }
  if (params.node_bandwidth_per == BandwidthPer::node && !params.node_bandwidth) {
    diagnostics.error(mark_of("mpi.node_bandwidth_per"),
                      "there is no bandwidth that messages within a node could share; add mpi.node_bandwidth");
  }
  for (const auto& [key, text] : sized_keys(params)) {
    if (*text && !SizedCosts::parse(**text, 1)) {
      diagnostics.error(mark_of(key),
                        fmt::format("{} says no costs by size; write BYTES:SECONDS:SECONDS A BYTE, such as "
                                    "\"0:1e-6:0;1024:2e-6:1e-10\"",
                                    fsin::in_quotes(**text)));
    }
  }
  if (replay.order != Order::asap) return;
  if (params.receive_costs) {
    diagnostics.error(mark_of("mpi.receive_costs"),
                      "order asap ignores receives, which then cost nothing; remove mpi.receive_costs, or use order: "
                      "causal");
  }
  if (params.start == MessageStart::matched) {
    diagnostics.error(
        mark_of("mpi.start"),
        "order asap posts no receives, for which messages would wait; remove mpi.start, or use order: causal");
  }
  if (params.eager) {
    diagnostics.error(
        mark_of("mpi.eager"),
        "order asap posts no receives, for which long messages would wait; remove mpi.eager, or use order: causal");
  }
  if (params.buffered) {
    diagnostics.error(mark_of("mpi.buffered"),
                      "order asap sends as fast as the network takes messages, and no rank waits for that; remove "
                      "mpi.buffered, or use order: causal");
  }
  if (params.receive_overhead.value > 0) {
    diagnostics.error(mark_of("mpi.receive_overhead"),
                      "order asap ignores receives, which then cost nothing; remove mpi.receive_overhead, or use "
                      "order: causal");
  }
}

void set_costs(ReplaySettings& settings, const MpiParams& params, const fsin::workload::NetworkFacts& facts) {
  settings.costs = costs_of(params, facts);
  settings.outboxes = settings.outboxes || settings.costs.ask() || settings.costs.buffered != 0;
}

}  // namespace trgen::replay

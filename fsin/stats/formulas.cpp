// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/formulas.hpp"

#include <algorithm>

namespace fsin::stats {

const std::vector<Formula>& formulas() {
  static const std::vector<Formula> table{
      {"cycles", Log::timeline,
       "with a window warm-up and window; else one more than the last cycle in which a rank did something, or, of load "
       "that nobody receives, in which a delivery was told: the cycle after that of its tail"},
      {"warmup_cycles", Log::plan, "measure.warmup; with warmup: auto what the pilot runs said"},
      {"warmup_settled", Log::none, "the pilot runs of warmup: auto write no log"},
      {"settled", Log::none, "judged by waiting times at the sources, which no log has (docs/statistics.md)"},
      {"relaxation_cycles", Log::none,
       "estimated from waiting times at the sources, which no log has (docs/statistics.md)"},
      {"needed_cycles", Log::none, "follows from relaxation_cycles (docs/statistics.md)"},
      {"measured_cycles", Log::result, "cycles less the warm-up; all cycles without a window"},
      {"simulated_seconds", Log::result, "cycles * cycle_seconds"},
      {"cycle_seconds", Log::plan, "8 * network.phit / network.link.bandwidth"},
      {"delays.link", Log::plan, "network.link.delay / cycle_seconds, rounded up"},
      {"delays.router", Log::plan, "network.router.delay / cycle_seconds, rounded up"},
      {"delays.credit", Log::plan, "network.router.credit_delay / cycle_seconds, rounded up"},
      {"saturation.load", Log::result,
       "the highest load of `probes` that is not saturated, where all below it are not"},
      {"saturation.latency_load", Log::result,
       "the highest load of `probes` that is neither saturated nor slow, where all below it are neither"},
      {"load.offered", Log::plan, "workload.load, by the part of the nodes that send"},
      {"load.generated", Log::packets,
       "phits of the packets generated in the window / (nodes * measured_cycles); of those that enter later, the log "
       "of a longer run"},
      {"load.injected", Log::packets, "phits of the packets that entered in the window / (nodes * measured_cycles)"},
      {"load.accepted", Log::packets, "phits of the packets delivered in the window / (nodes * measured_cycles)"},
      {"load.queued", Log::result, "load.generated - load.accepted"},
      {"load.accepted_worst_node", Log::packets,
       "the least over nodes of the phits delivered to them in the window / measured_cycles"},
      {"load.jain", Log::packets,
       "(sum x)^2 / (nodes * sum x^2), x being the phits delivered to each node in the window"},
      {"latency.mean", Log::packets, "mean of delivered - cycle, over the packets delivered in the window"},
      {"latency.stddev", Log::packets,
       "square root of the mean square deviation of delivered - cycle, over the same packets"},
      {"latency.p50", Log::packets,
       "the least latency that half of these packets do not exceed; from 256 cycles on less than 1/128 above it"},
      {"latency.p99", Log::packets,
       "the least latency that 99% of these packets do not exceed; from 256 cycles on less than 1/128 above it"},
      {"latency.max", Log::packets, "largest of delivered - cycle, over the same packets"},
      {"latency.batch_stderr", Log::none,
       "an estimate from sums over intervals of the run, which no log has (docs/statistics.md)"},
      {"latency.batches", Log::none, "how the run is divided for latency.batch_stderr (docs/statistics.md)"},
      {"latency.batch_lag1", Log::none,
       "an estimate from sums over intervals of the run, which no log has (docs/statistics.md)"},
      {"latency_from_generation.mean", Log::packets,
       "mean of delivered - generated, over the packets delivered in the window"},
      {"latency_from_generation.stddev", Log::packets,
       "square root of the mean square deviation of delivered - generated, over the same packets"},
      {"latency_from_generation.p50", Log::packets, "as latency.p50, of delivered - generated"},
      {"latency_from_generation.p99", Log::packets, "as latency.p99, of delivered - generated"},
      {"latency_from_generation.max", Log::packets, "largest of delivered - generated, over the same packets"},
      {"latency_from_generation.batch_stderr", Log::none, "as latency.batch_stderr"},
      {"latency_from_generation.batches", Log::none, "as latency.batches"},
      {"injection_delay.mean", Log::none, "the packet log does not have the cycle in which a header leaves its source"},
      {"round_trips.count", Log::packets,
       "replies delivered: packets from whom a packet went to before, as many as the sizes of messages say"},
      {"round_trips.mean", Log::packets,
       "mean over replies of the cycle of delivery less the cycle in which the request was generated"},
      {"round_trips.max", Log::packets,
       "largest over replies of the cycle of delivery less the cycle in which the request was generated"},
      {"slowdown.mean", Log::result, "mean over `jobs` of cycles / alone_cycles"},
      {"slowdown.max", Log::result, "largest over `jobs` of cycles / alone_cycles"},
      {"background.entered", Log::packets, "packets that entered at nodes of the background, in the whole run"},
      {"background.delivered", Log::packets,
       "packets that entered at nodes of the background and were delivered, in the whole run"},
      {"latency.mean_seconds", Log::result, "latency.mean * cycle_seconds"},
      {"latency.stddev_seconds", Log::result, "latency.stddev * cycle_seconds"},
      {"latency.p50_seconds", Log::result, "latency.p50 * cycle_seconds"},
      {"latency.p99_seconds", Log::result, "latency.p99 * cycle_seconds"},
      {"latency.max_seconds", Log::result, "latency.max * cycle_seconds"},
      {"latency_from_generation.mean_seconds", Log::result, "latency_from_generation.mean * cycle_seconds"},
      {"latency_from_generation.stddev_seconds", Log::result, "latency_from_generation.stddev * cycle_seconds"},
      {"latency_from_generation.p50_seconds", Log::result, "latency_from_generation.p50 * cycle_seconds"},
      {"latency_from_generation.p99_seconds", Log::result, "latency_from_generation.p99 * cycle_seconds"},
      {"latency_from_generation.max_seconds", Log::result, "latency_from_generation.max * cycle_seconds"},
      {"injection_delay.mean_seconds", Log::result, "injection_delay.mean * cycle_seconds"},
      {"hops.mean", Log::packets, "mean of hops, over the packets delivered in the window"},
      {"packets.generated", Log::packets,
       "packets generated in the window; of those that enter later, the log of a longer run"},
      {"packets.injected", Log::packets, "packets that entered in the window"},
      {"packets.delivered", Log::packets, "packets delivered in the window"},
      {"packets.in_network", Log::packets, "packets that entered and were not delivered, in the whole run"},
      {"links.utilisation_mean", Log::packets,
       "phits * hops over all packets / (links * cycles), where the run is whole and all links are alike"},
      {"links.utilisation_max", Log::none, "the packet log does not name the links that a packet crossed"},
      {"messages.sent", Log::plan,
       "sends to other ranks, of a run in which all ranks finished; in a rank of several streams, the signals between "
       "these too"},
      {"messages.delivered", Log::timeline,
       "messages from rank to rank, without the requests and answers of long messages"},
      {"ranks.total", Log::plan,
       "ranks of the trace, the program or the jobs; of a rank of several streams, each stream"},
      {"ranks.finished", Log::plan, "ranks.total, where the outcome is finished"},
      {"ranks.compute_seconds", Log::timeline, "cycles of `compute` of each rank, mean over ranks, * cycle_seconds"},
      {"ranks.compute_seconds_max", Log::timeline,
       "cycles of `compute` of the rank that has most of them, * cycle_seconds"},
      {"ranks.wait_seconds", Log::result, "ranks.wait_message_seconds + ranks.wait_room_seconds"},
      {"ranks.wait_message_seconds", Log::timeline, "cycles of `wait_message`, as ranks.compute_seconds"},
      {"ranks.wait_room_seconds", Log::timeline, "cycles of `wait_room`, as ranks.compute_seconds"},
      {"ranks.send_seconds", Log::timeline,
       "cycles up to its last one that a rank spent otherwise, as ranks.compute_seconds"}};
  return table;
}

Formula formula_of(std::string_view figure) {
  const auto found =
      std::find_if(formulas().begin(), formulas().end(), [&](const Formula& each) { return each.figure == figure; });
  return found == formulas().end() ? Formula{figure, Log::none, {}} : *found;
}

}  // namespace fsin::stats

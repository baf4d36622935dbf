// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/titles.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace fsin::stats {

const std::vector<Title>& titles() {
  using enum Printed;
  static const std::vector<Title> table{
      {"cycles", "Length of the run", in_cycles},
      {"warmup_cycles", "Length of the warm-up"},
      {"warmup_settled", "Whether the end of the warm-up was found"},
      {"settled", "Whether the run settled"},
      {"relaxation_cycles", "Relaxation time of the queues"},
      {"needed_cycles", "Length of window needed"},
      {"measured_cycles", "Length of the measured window"},
      {"simulated_seconds", "Simulated time of the run", always},
      {"cycle_seconds", "Length of a cycle"},
      {"delays.link", "Delay of links"},
      {"delays.router", "Delay of routers"},
      {"delays.credit", "Delay of credits"},
      {"saturation.load", "Saturation load", always},
      {"saturation.latency_load", "Load at triple latency", always},
      {"load.offered", "Offered load"},
      {"load.generated", "Generated load"},
      {"load.injected", "Injected load"},
      {"load.accepted", "Accepted load", always},
      {"load.queued", "Growth of the queues"},
      {"load.accepted_worst_node", "Accepted load of the worst node"},
      {"load.jain", "Jain's fairness index"},
      {"latency.mean", "Mean latency from entry", in_cycles},
      {"latency.stddev", "Standard deviation of the latency from entry"},
      {"latency.p50", "Median latency from entry"},
      {"latency.p99", "99th percentile of the latency from entry", in_cycles},
      {"latency.max", "Largest latency from entry"},
      {"latency.batch_stderr", "Standard error of the mean latency from entry"},
      {"latency.batches", "Batches for the error of the latency from entry"},
      {"latency.batch_lag1", "Correlation of batches of the latency from entry"},
      {"latency_from_generation.mean", "Mean latency from generation", in_cycles},
      {"latency_from_generation.stddev", "Standard deviation of the latency from generation"},
      {"latency_from_generation.p50", "Median latency from generation"},
      {"latency_from_generation.p99", "99th percentile of the latency from generation", in_cycles},
      {"latency_from_generation.max", "Largest latency from generation"},
      {"latency_from_generation.batch_stderr", "Standard error of the mean latency from generation"},
      {"latency_from_generation.batches", "Batches for the error of the latency from generation"},
      {"injection_delay.mean", "Mean time in the injection queue"},
      {"round_trips.count", "Requests answered"},
      {"round_trips.mean", "Mean time of a round trip", always},
      {"round_trips.max", "Longest time of a round trip"},
      {"slowdown.mean", "Mean slowdown of the jobs", always},
      {"slowdown.max", "Largest slowdown of the jobs", always},
      {"background.entered", "Background packets that entered"},
      {"background.delivered", "Background packets delivered"},
      {"latency.mean_seconds", "Mean latency from entry", in_seconds},
      {"latency.stddev_seconds", "Standard deviation of the latency from entry"},
      {"latency.p50_seconds", "Median latency from entry"},
      {"latency.p99_seconds", "99th percentile of the latency from entry", in_seconds},
      {"latency.max_seconds", "Largest latency from entry"},
      {"latency_from_generation.mean_seconds", "Mean latency from generation", in_seconds},
      {"latency_from_generation.stddev_seconds", "Standard deviation of the latency from generation"},
      {"latency_from_generation.p50_seconds", "Median latency from generation"},
      {"latency_from_generation.p99_seconds", "99th percentile of the latency from generation", in_seconds},
      {"latency_from_generation.max_seconds", "Largest latency from generation"},
      {"injection_delay.mean_seconds", "Mean time in the injection queue"},
      {"hops.mean", "Mean length of a path", always},
      {"packets.generated", "Packets generated"},
      {"packets.injected", "Packets injected"},
      {"packets.delivered", "Packets delivered"},
      {"packets.in_network", "Packets in the network at the end"},
      {"links.utilisation_mean", "Mean utilisation of the links"},
      {"links.utilisation_max", "Utilisation of the busiest link", always},
      {"messages.sent", "Messages sent"},
      {"messages.delivered", "Messages delivered"},
      {"messages.unreceived", "Messages that no rank received"},
      {"ranks.total", "Number of ranks"},
      {"ranks.finished", "Ranks that finished"},
      {"ranks.compute_seconds", "Computing time, mean of the ranks", always},
      {"ranks.compute_seconds_max", "Computing time of the busiest rank"},
      {"ranks.wait_seconds", "Waiting time, mean of the ranks", always},
      {"ranks.wait_message_seconds", "Waiting time for messages, mean of the ranks"},
      {"ranks.wait_room_seconds", "Waiting time for room, mean of the ranks"},
      {"ranks.send_seconds", "Sending time, mean of the ranks"}};
  return table;
}

Title title_of(std::string_view figure) {
  const auto found =
      std::find_if(titles().begin(), titles().end(), [&](const Title& each) { return each.figure == figure; });
  return found == titles().end() ? Title{figure, figure} : *found;
}

std::string_view unit_in_words(std::string_view unit) {
  return unit == "phits/node/cycle" ? "phits per node and cycle" : unit;
}

std::string with_unit(std::string_view words, std::string_view unit) {
  return unit.empty() ? std::string(words) : fmt::format("{} ({})", words, unit_in_words(unit));
}

}  // namespace fsin::stats

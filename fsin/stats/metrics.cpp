// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/metrics.hpp"

#include "fsin/stats/batch_means.hpp"
#include "fsin/stats/load_spread.hpp"
#include "fsin/stats/metrics_of_jobs.hpp"
#include "fsin/stats/metrics_of_time.hpp"
#include "fsin/stats/settling.hpp"

namespace fsin::stats {
namespace {

using Answer = std::optional<MetricValue>;

Answer per_node_and_cycle(std::uint64_t phits, const RunRecord& run) {
  if (run.nodes == 0 || run.totals.measured_cycles == 0) return std::nullopt;
  return static_cast<double>(phits) / static_cast<double>(run.nodes) / static_cast<double>(run.totals.measured_cycles);
}

/// Growth of all queues in the window, per node and cycle; negative when they shrank.
Answer queued(const RunRecord& run) {
  if (run.nodes == 0 || run.totals.measured_cycles == 0) return std::nullopt;
  const double phits =
      static_cast<double>(run.totals.phits_generated) - static_cast<double>(run.totals.phits_delivered);
  return phits / static_cast<double>(run.nodes) / static_cast<double>(run.totals.measured_cycles);
}

Answer if_any(const LatencyHistogram& histogram, MetricValue value) {
  return histogram.count() == 0 ? Answer() : Answer(value);
}

Answer if_ranks(const RunRecord& run, MetricValue value) { return run.has_ranks ? Answer(value) : Answer(); }

/// Mean over the ranks of a part of their cycles, in seconds.
template <class Part>
Answer mean_seconds(const RunRecord& run, Part part) {
  if (!run.has_ranks || run.totals.ranks.empty()) return std::nullopt;
  double cycles = 0;
  const workload::WholeRanks ranks(run.totals.ranks);
  for (const workload::RankAccount& rank : ranks) cycles += static_cast<double>(part(rank));
  return cycles / static_cast<double>(ranks.size()) * run.seconds_per_cycle;
}

Answer if_links(const RunRecord& run, double value) {
  return run.totals.all_links.links == 0 || run.totals.measured_cycles == 0 ? Answer() : Answer(value);
}

Answer if_nodes(const RunRecord& run, double value) {
  return run.totals.node_phits_delivered.empty() || run.totals.measured_cycles == 0 ? Answer() : Answer(value);
}

NodeSpread nodes_of(const RunRecord& run) {
  return node_spread(run.totals.node_phits_delivered, run.totals.measured_cycles);
}

/// Error from batches; only for a window that is long enough for an interval.
Answer batch_error_of(const RunRecord& run, Latency which) {
  const auto batches = error_of_mean(run, which);
  return batches ? Answer(batches->standard_error) : Answer();
}

Answer if_known(const std::optional<double>& value) { return value ? Answer(*value) : Answer(); }

LinkSpread links_of(const RunRecord& run) { return link_spread(run.totals.all_links, run.totals.measured_cycles); }

void add_run(std::vector<Metric>& table) {
  using R = const RunRecord&;
  table.push_back({"cycles", "cycles", "length of the whole run", [](R r) -> Answer { return r.totals.cycles; }});
  table.push_back({"warmup_cycles", "cycles",
                   "length of the warm-up before the measured window: as written, or as found by MSER (warmup: auto)",
                   [](R r) -> Answer { return r.has_ranks || r.has_end ? Answer() : Answer(r.warmup); }});
  table.push_back(
      {"warmup_settled", "",
       "warmup: auto only: 1 when the end of the warm-up was found, 0 when loads and latencies kept drifting",
       [](R r) -> Answer { return r.warmup_settled ? Answer(std::uint64_t{*r.warmup_settled}) : Answer(); }});
  table.push_back(
      {"settled", "",
       "1 when the load is carried, or refused by sources that stall, and warm-up and window were long enough "
       "for a steady state; 0 when the means may drift; synthetic load",
       [](R r) -> Answer {
         const auto settling = settling_of(r);
         return settling ? Answer(std::uint64_t{*settling == Settling::yes}) : Answer();
       }});
  table.push_back({"relaxation_cycles", "cycles",
                   "relaxation time of the queues, after which their lengths hardly depend on earlier ones; estimated "
                   "from the waiting time of packets at their sources; synthetic load",
                   [](R r) { return if_known(relaxation_cycles(r)); }});
  table.push_back({"needed_cycles", "cycles",
                   "length of a measured window that is long enough for its means; synthetic load",
                   [](R r) { return if_known(needed_cycles(r)); }});
  table.push_back({"measured_cycles", "cycles", "length of the measured window, after the warm-up",
                   [](R r) -> Answer { return r.totals.measured_cycles; }});
  table.push_back({"simulated_seconds", "s", "length of the whole run in time of the simulated machine",
                   [](R r) -> Answer { return static_cast<double>(r.totals.cycles) * r.seconds_per_cycle; }});
}

void add_load(std::vector<Metric>& table) {
  using R = const RunRecord&;
  constexpr std::string_view unit = "phits/node/cycle";
  table.push_back(
      {"saturation.load", unit,
       "find: saturation only: the highest load that is carried; the other figures are those of the run at this load",
       [](R r) { return if_known(r.saturation_load); }});
  table.push_back({"saturation.latency_load", unit,
                   "find: saturation of single packets: the highest load at which the mean latency from generation is "
                   "below three times that of a packet alone",
                   [](R r) { return if_known(r.latency_load); }});
  table.push_back({"load.offered", unit, "load that the experiment asks for", [](R r) { return if_known(r.offered); }});
  table.push_back({"load.generated", unit, "phits that the sources generated in the window",
                   [](R r) { return per_node_and_cycle(r.totals.phits_generated, r); }});
  table.push_back({"load.injected", unit, "phits that entered the injection queues in the window",
                   [](R r) { return per_node_and_cycle(r.totals.phits_injected, r); }});
  table.push_back({"load.accepted", unit, "phits consumed at their destination in the window",
                   [](R r) { return per_node_and_cycle(r.totals.phits_delivered, r); }});
  table.push_back({"load.queued", unit,
                   "growth of all queues, at the sources and in the network: load.generated less load.accepted",
                   queued});
  table.push_back({"load.accepted_worst_node", unit, "phits consumed by the node that consumed least",
                   [](R r) { return if_nodes(r, nodes_of(r).worst); }});
  table.push_back({"load.jain", "", "Jain's fairness index of the phits consumed by the nodes; 1 is even",
                   [](R r) { return if_nodes(r, nodes_of(r).jain); }});
}

/// Intervals from inside one run, for users who have a single run.
void add_batches(std::vector<Metric>& table) {
  using R = const RunRecord&;
  table.push_back({"latency.batch_stderr", "cycles",
                   "standard error of latency.mean from batches of the second half of the window, widened for their "
                   "correlation; synthetic load with a window of at least needed_cycles",
                   [](R r) { return batch_error_of(r, Latency::from_entry); }});
  table.push_back(
      {"latency.batches", "", "number of batches from which latency.batch_stderr is computed", [](R r) -> Answer {
         const auto batches = error_of_mean(r, Latency::from_entry);
         return batches ? Answer(std::uint64_t{batches->batches}) : Answer();
       }});
  table.push_back({"latency.batch_lag1", "",
                   "correlation of neighbouring batches, for which latency.batch_stderr is widened", [](R r) -> Answer {
                     const auto batches = error_of_mean(r, Latency::from_entry);
                     return batches ? Answer(batches->lag1) : Answer();
                   }});
}

void add_latency(std::vector<Metric>& table) {
  using R = const RunRecord&;
  constexpr std::string_view unit = "cycles";
  table.push_back(
      {"latency.mean", unit,
       "mean latency of the packets of the window, from entry into the injection queue to consumption of the tail",
       [](R r) { return if_any(r.totals.latency, r.totals.latency.mean()); }});
  table.push_back({"latency.stddev", unit, "standard deviation of the latency of packets",
                   [](R r) { return if_any(r.totals.latency, r.totals.latency.stddev()); }});
  table.push_back({"latency.p50", unit, "median latency, at most 0.8% too high",
                   [](R r) { return if_any(r.totals.latency, r.totals.latency.percentile(50)); }});
  table.push_back({"latency.p99", unit, "99th percentile of the latency, at most 0.8% too high",
                   [](R r) { return if_any(r.totals.latency, r.totals.latency.percentile(99)); }});
  table.push_back(
      {"latency.max", unit, "largest latency", [](R r) { return if_any(r.totals.latency, r.totals.latency.max()); }});
  add_batches(table);
}

void add_latency_from_generation(std::vector<Metric>& table) {
  using R = const RunRecord&;
  constexpr std::string_view unit = "cycles";
  table.push_back({"latency_from_generation.mean", unit,
                   "mean latency of the packets of the window, from generation to consumption of the tail", [](R r) {
                     return if_any(r.totals.latency_from_generation, r.totals.latency_from_generation.mean());
                   }});
  table.push_back(
      {"latency_from_generation.stddev", unit, "standard deviation of the latency from generation",
       [](R r) { return if_any(r.totals.latency_from_generation, r.totals.latency_from_generation.stddev()); }});
  table.push_back({"latency_from_generation.p50", unit, "median latency from generation", [](R r) {
                     return if_any(r.totals.latency_from_generation, r.totals.latency_from_generation.percentile(50));
                   }});
  table.push_back({"latency_from_generation.p99", unit, "99th percentile of the latency from generation", [](R r) {
                     return if_any(r.totals.latency_from_generation, r.totals.latency_from_generation.percentile(99));
                   }});
  table.push_back({"latency_from_generation.max", unit, "largest latency from generation", [](R r) {
                     return if_any(r.totals.latency_from_generation, r.totals.latency_from_generation.max());
                   }});
  table.push_back({"latency_from_generation.batch_stderr", unit,
                   "standard error of latency_from_generation.mean, computed like latency.batch_stderr",
                   [](R r) { return batch_error_of(r, Latency::from_generation); }});
  table.push_back({"latency_from_generation.batches", "",
                   "number of batches from which latency_from_generation.batch_stderr is computed", [](R r) -> Answer {
                     const auto batches = error_of_mean(r, Latency::from_generation);
                     return batches ? Answer(std::uint64_t{batches->batches}) : Answer();
                   }});
  table.push_back({"injection_delay.mean", unit,
                   "mean time of a packet in the injection queue, until its header leaves",
                   [](R r) { return if_any(r.totals.injection_delay, r.totals.injection_delay.mean()); }});
}

/// Adds round trips of closed loops; the count is per node and cycle, the throughput X of the law X = W / (R + Z).
void add_round_trips(std::vector<Metric>& table) {
  using R = const RunRecord&;
  table.push_back(
      {"round_trips.count", "requests", "loop: window and request-reply: requests answered in the whole run",
       [](R r) { return r.totals.workload.round_trips ? Answer(r.totals.workload.round_trips->count) : Answer(); }});
  table.push_back({"round_trips.mean", "cycles",
                   "loop: window and request-reply: mean time from the cycle in which a request could enter to the "
                   "consumption of the tail of its reply, whole run",
                   [](R r) -> Answer {
                     if (!r.totals.workload.round_trips || r.totals.workload.round_trips->count == 0)
                       return std::nullopt;
                     return static_cast<double>(r.totals.workload.round_trips->cycles) /
                            static_cast<double>(r.totals.workload.round_trips->count);
                   }});
  table.push_back({"round_trips.max", "cycles", "loop: window and request-reply: longest such time", [](R r) {
                     return r.totals.workload.round_trips ? Answer(r.totals.workload.round_trips->longest) : Answer();
                   }});
}

void add_packets(std::vector<Metric>& table) {
  using R = const RunRecord&;
  constexpr std::string_view unit = "packets";
  table.push_back({"hops.mean", "links", "mean number of links crossed by a packet of the window", [](R r) -> Answer {
                     if (r.totals.packets_delivered == 0) return std::nullopt;
                     return static_cast<double>(r.totals.hops_sum) / static_cast<double>(r.totals.packets_delivered);
                   }});
  table.push_back({"packets.generated", unit, "packets that the sources generated in the window",
                   [](R r) -> Answer { return r.totals.packets_generated; }});
  table.push_back({"packets.injected", unit, "packets that entered an injection queue in the window",
                   [](R r) -> Answer { return r.totals.packets_injected; }});
  table.push_back({"packets.delivered", unit, "packets whose tail was consumed in the window",
                   [](R r) -> Answer { return r.totals.packets_delivered; }});
  table.push_back({"packets.in_network", unit, "packets still under way at the end of the run",
                   [](R r) -> Answer { return r.totals.packets_in_network; }});
  table.push_back({"links.utilisation_mean", "", "fraction of cycles for which a packet holds a link, mean over links",
                   [](R r) { return if_links(r, links_of(r).mean); }});
  table.push_back({"links.utilisation_max", "",
                   "utilisation of the busiest link: fraction of cycles for which a packet holds it",
                   [](R r) { return if_links(r, links_of(r).max); }});
}

void add_trace(std::vector<Metric>& table) {
  using R = const RunRecord&;
  table.push_back({"messages.sent", "messages", "messages whose last packet entered the network",
                   [](R r) { return if_ranks(r, r.totals.workload.messages_sent); }});
  table.push_back({"messages.delivered", "messages", "messages whose last packet was delivered",
                   [](R r) { return if_ranks(r, r.totals.workload.messages_delivered); }});
  table.push_back({"messages.unreceived", "messages",
                   "messages that were sent and that no receive has taken by the end of the run", [](R r) -> Answer {
                     const auto& unreceived = r.totals.workload.messages_unreceived;
                     return r.has_ranks && unreceived ? Answer(*unreceived) : Answer();
                   }});
  table.push_back(
      {"ranks.total", "ranks", "ranks of the workload", [](R r) { return if_ranks(r, r.totals.workload.ranks); }});
  table.push_back({"ranks.finished", "ranks", "ranks that reached the end of their records",
                   [](R r) { return if_ranks(r, r.totals.workload.ranks_finished); }});
  table.push_back({"ranks.compute_seconds", "s", "time in CPU bursts, mean over ranks",
                   [](R r) { return if_ranks(r, r.totals.workload.compute_cycles * r.seconds_per_cycle); }});
  table.push_back({"ranks.compute_seconds_max", "s", "time in CPU bursts of the rank that computes most",
                   [](R r) { return if_ranks(r, r.totals.workload.max_compute_cycles * r.seconds_per_cycle); }});
  table.push_back({"ranks.wait_seconds", "s", "time spent waiting for a message or for room, mean over ranks",
                   [](R r) { return if_ranks(r, r.totals.workload.wait_cycles * r.seconds_per_cycle); }});
  table.push_back({"ranks.wait_message_seconds", "s",
                   "time spent at receives whose message has not arrived, mean over ranks",
                   [](R r) { return mean_seconds(r, [](const auto& rank) { return rank.wait_message; }); }});
  table.push_back({"ranks.wait_room_seconds", "s",
                   "time spent at sends while the injection queue is full, mean over ranks",
                   [](R r) { return mean_seconds(r, [](const auto& rank) { return rank.wait_room; }); }});
  table.push_back({"ranks.send_seconds", "s", "time spent putting packets into the injection queue, mean over ranks",
                   [](R r) { return mean_seconds(r, [](const auto& rank) { return rank.sending(); }); }});
}

std::vector<Metric> make_table() {
  std::vector<Metric> table;
  add_run(table);
  add_clock(table);
  add_load(table);
  add_latency(table);
  add_latency_from_generation(table);
  add_round_trips(table);
  add_job_metrics(table);
  add_latency_in_seconds(table);
  add_packets(table);
  add_trace(table);
  return table;
}

}  // namespace

const std::vector<Metric>& metrics() {
  static const std::vector<Metric> table = make_table();
  return table;
}

double as_double(const MetricValue& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*whole);
  return std::get<double>(value);
}

}  // namespace fsin::stats

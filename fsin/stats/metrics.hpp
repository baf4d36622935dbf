// SPDX-License-Identifier: Apache-2.0
// Every figure that is reported about a run: its public name, unit, meaning and value, in one table.
//
// The table feeds the JSON object (dots nest), the CSV columns, columns.yaml, the summary over replications and the
// reference page, so a new figure is one line in metrics.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fsin/stats/job_figures.hpp"
#include "fsin/stats/load_verdict.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/workload/load_in_time.hpp"
#include "fsin/workload/queue_book.hpp"

namespace fsin::stats {

/// Delays of links, routers and credits, in cycles.
struct Delays {
  Cycle link = 0;
  Cycle router = 0;
  Cycle credit = 0;
};

/// Facts about sources that offer load in time, from which load and waiting times of a run are judged.
struct LoadSources {
  std::uint64_t packet_phits = 0;
  bool stall = false;  ///< a source without room makes nothing; otherwise its queue has no end
  double alone = 0;  ///< cycles: latency of a packet that meets no other, over the mean distance of this run's packets
  double fill = 0;   ///< cycles from the start of a run until packets arrive at the rate at which they are sent, over
                     ///< the longest path
  bool memoryless = true;  ///< one packet a message, each as likely in every cycle
  double dispersion = 0;   ///< phits: variance of what a source generates over its mean (balance.hpp)
  workload::LoadInTime time{};
};

/// One run with everything needed to turn its counters into figures.
struct RunRecord {
  RunTotals totals;
  std::uint64_t seed = 0;
  std::uint64_t nodes = 0;
  double seconds_per_cycle = 0;           ///< phit bits / link bandwidth
  std::optional<Delays> delays;           ///< as simulated; a network without routers may have none
  bool has_ranks = false;                 ///< the workload is a trace or a program, rather than synthetic load
  bool has_trace = false;                 ///< of its ranks, some replay a trace that was recorded
  bool has_end = false;                   ///< the workload ends by itself, so that there is no window
  Cycle warmup = 0;                       ///< cycles before the window
  std::optional<bool> warmup_settled;     ///< warmup: auto only: whether the end of the warm-up was found
  std::optional<double> saturation_load;  ///< find: saturation only: highest load that is carried
  std::optional<double> latency_load;     ///< find: saturation only: highest load whose latency is not three times
                                          ///< that of a packet alone
  std::optional<double> offered;          ///< phits/node/cycle asked for by a synthetic workload
  std::optional<LoadSources> sources;     ///< of a workload whose load can be judged
  std::string not_judged;                 ///< why it cannot be judged; empty where it can
  workload::QueueAccount queues;          ///< what waited at the sources; dropped once the run is judged
  LoadVerdict load;                       ///< whether the load is carried
  std::vector<JobFigures> jobs;           ///< jobs that share the network; empty for any other workload
};

using MetricValue = std::variant<std::uint64_t, double>;

struct Metric {
  std::string_view name;     ///< e.g. "latency.mean"
  std::string_view unit;     ///< e.g. "cycles"
  std::string_view meaning;  ///< one sentence
  /// Empty when the figure means nothing for this run (ranks of a synthetic workload, latency when nothing arrived).
  std::optional<MetricValue> (*value)(const RunRecord& run);
};

const std::vector<Metric>& metrics();

double as_double(const MetricValue& value);

}  // namespace fsin::stats

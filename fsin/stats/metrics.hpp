// SPDX-License-Identifier: Apache-2.0
// Every figure that is reported about a run: its public name, unit, meaning and value, in one table.
//
// The table feeds the JSON object (dots nest), the CSV columns, columns.yaml, the summary over replications and the
// reference page, so a new figure is one line in metrics.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "fsin/stats/confidence.hpp"
#include "fsin/stats/run_totals.hpp"

namespace fsin::stats {

/// Of links and routers, in cycles.
struct Delays {
  Cycle link = 0;
  Cycle router = 0;
  Cycle credit = 0;
};

/// One run with what is needed to turn its counters into figures.
struct RunRecord {
  RunTotals totals;
  std::uint64_t seed = 0;
  std::uint64_t nodes = 0;
  double seconds_per_cycle = 0;           ///< phit bits / link bandwidth
  std::optional<Delays> delays;           ///< as simulated; a network without routers may have none
  bool is_trace = false;                  ///< replayed a trace (and has ranks) rather than synthetic load
  Cycle warmup = 0;                       ///< cycles before the window
  std::optional<bool> settled;            ///< warmup: auto only: whether the end of the warm-up was found
  std::optional<double> saturation_load;  ///< find: saturation only
  std::optional<double> offered;          ///< phits/node/cycle asked for by a synthetic workload
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

/// The figures that this run has, as numbers, for summarise().
NamedValues named_values(const RunRecord& run);

/// True when a synthetic run that came to its end accepted clearly less than was offered: below 95% of it by more than
/// three standard deviations of the number of packets that Bernoulli sources make in the window.
bool falls_short_of_offered(const RunRecord& run, std::uint64_t packet_phits);

}  // namespace fsin::stats

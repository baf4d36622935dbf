// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/metrics_of_time.hpp"

namespace fsin::stats {
namespace {

using Answer = std::optional<MetricValue>;

double mean_of(const LatencyHistogram& h) { return h.mean(); }
double stddev_of(const LatencyHistogram& h) { return h.stddev(); }
double p50_of(const LatencyHistogram& h) { return static_cast<double>(h.percentile(50)); }
double p99_of(const LatencyHistogram& h) { return static_cast<double>(h.percentile(99)); }
double max_of(const LatencyHistogram& h) { return static_cast<double>(h.max()); }

/// A figure of a histogram of cycles, converted to seconds of the simulated machine.
template <LatencyHistogram RunTotals::*Histogram, double (*Figure)(const LatencyHistogram&)>
Answer in_seconds(const RunRecord& run) {
  const LatencyHistogram& histogram = run.totals.*Histogram;
  if (histogram.count() == 0 || run.seconds_per_cycle <= 0) return std::nullopt;
  return Figure(histogram) * run.seconds_per_cycle;
}

}  // namespace

void add_clock(std::vector<Metric>& table) {
  using R = const RunRecord&;
  table.push_back({"cycle_seconds", "s", "length of a cycle: the time in which a link moves a phit",
                   [](R r) -> Answer { return r.seconds_per_cycle > 0 ? Answer(r.seconds_per_cycle) : Answer(); }});
  table.push_back(
      {"delays.link", "cycles",
       "network.link.delay as it was simulated: times and lengths rounded up to whole cycles; the longest of "
       "all classes of links",
       [](R r) -> Answer { return r.delays ? Answer(r.delays->link) : Answer(); }});
  table.push_back({"delays.router", "cycles",
                   "network.router.delay as it was simulated: times and lengths rounded up to whole cycles",
                   [](R r) -> Answer { return r.delays ? Answer(r.delays->router) : Answer(); }});
  table.push_back({"delays.credit", "cycles",
                   "network.router.credit_delay as it was simulated: times and lengths rounded up to whole cycles",
                   [](R r) -> Answer { return r.delays ? Answer(r.delays->credit) : Answer(); }});
}

void add_latency_in_seconds(std::vector<Metric>& table) {
  constexpr auto entry = &RunTotals::latency;
  table.push_back(
      {"latency.mean_seconds", "s", "latency.mean in the time of the simulated machine", in_seconds<entry, mean_of>});
  table.push_back({"latency.stddev_seconds", "s", "latency.stddev in the time of the simulated machine",
                   in_seconds<entry, stddev_of>});
  table.push_back(
      {"latency.p50_seconds", "s", "latency.p50 in the time of the simulated machine", in_seconds<entry, p50_of>});
  table.push_back(
      {"latency.p99_seconds", "s", "latency.p99 in the time of the simulated machine", in_seconds<entry, p99_of>});
  table.push_back(
      {"latency.max_seconds", "s", "latency.max in the time of the simulated machine", in_seconds<entry, max_of>});
  constexpr auto generation = &RunTotals::latency_from_generation;
  table.push_back({"latency_from_generation.mean_seconds", "s",
                   "latency_from_generation.mean in the time of the simulated machine",
                   in_seconds<generation, mean_of>});
  table.push_back({"latency_from_generation.stddev_seconds", "s",
                   "latency_from_generation.stddev in the time of the simulated machine",
                   in_seconds<generation, stddev_of>});
  table.push_back({"latency_from_generation.p50_seconds", "s",
                   "latency_from_generation.p50 in the time of the simulated machine", in_seconds<generation, p50_of>});
  table.push_back({"latency_from_generation.p99_seconds", "s",
                   "latency_from_generation.p99 in the time of the simulated machine", in_seconds<generation, p99_of>});
  table.push_back({"latency_from_generation.max_seconds", "s",
                   "latency_from_generation.max in the time of the simulated machine", in_seconds<generation, max_of>});
  table.push_back({"injection_delay.mean_seconds", "s", "injection_delay.mean in the time of the simulated machine",
                   in_seconds<&RunTotals::injection_delay, mean_of>});
}

}  // namespace fsin::stats

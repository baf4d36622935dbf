// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/result_tables.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "fsin/core/json_text.hpp"
#include "fsin/stats/joint_outcome.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {
namespace {

/// How runs.csv prints a real number.
using Print = std::string (*)(double number);

std::string round_trip(double number) { return fmt::format("{}", number); }

/// "3.0" for a whole number, so that the table and runs.jsonl say the same.
std::string as_json(double number) { return json_number(number); }

std::string figure_field(const std::optional<stats::MetricValue>& figure, Print print) {
  if (!figure) return {};
  if (const double* const real = std::get_if<double>(&*figure)) return print(*real);
  return std::to_string(std::get<std::uint64_t>(*figure));
}

std::vector<Column<RunRow>> metric_columns(Print print) {
  std::vector<Column<RunRow>> columns;
  for (const stats::Metric& metric : stats::metrics()) {
    columns.push_back({metric.name, metric.unit, metric.meaning, [index = columns.size(), print](const RunRow& row) {
                         return figure_field(row.kept.figures[index], print);
                       }});
  }
  return columns;
}

std::vector<Column<RunRow>> host_columns(Print print) {
  return {
      {"host.wall_s", "s", "real time of the run", [print](const RunRow& row) { return print(row.kept.host.wall_s); }},
      {"host.cpu_s", "s", "CPU time of the run", [print](const RunRow& row) { return print(row.kept.host.cpu_s); }},
      {"host.packet_hops", "packet-hops", "links crossed by packets in the whole run",
       [](const RunRow& row) { return std::to_string(row.kept.packet_hops); }}};
}

std::string per_cycle(std::uint64_t phits, double cycles) {
  return round_trip(cycles > 0 ? static_cast<double>(phits) / cycles : 0.0);
}

/// Empty where the length of a cycle is not known.
std::string seconds_field(std::uint64_t cycles, const std::optional<double>& cycle_seconds) {
  return cycle_seconds ? fmt::format("{:.9g}", static_cast<double>(cycles) * *cycle_seconds) : std::string();
}

std::string fingerprint_field(const result::KeptResult& kept) {
  return kept.fingerprint ? result::fingerprint_text(*kept.fingerprint) : std::string();
}

}  // namespace

Table<RunRow> runs_table(Folder folder) {
  using Columns = std::vector<Column<RunRow>>;
  const bool sweep = folder == Folder::sweep;
  const Print print = sweep ? as_json : round_trip;
  const Column<RunRow> fingerprint{"fingerprint", "", "hash of all deliveries: equal runs have equal fingerprints",
                                   [](const RunRow& row) { return fingerprint_field(row.kept); }};
  const Column<RunRow> partial{"partial", "",
                               "1 when the run was interrupted and its figures cover only the simulated part",
                               [](const RunRow& row) { return std::string(row.kept.partial ? "1" : "0"); }};
  const Column<RunRow> peak{"host.peak_rss_bytes", "B", "peak memory of the process up to the end of the run",
                            [](const RunRow& row) { return std::to_string(row.kept.host.peak_rss_bytes); }};
  const Column<RunRow> left_out{"workload.left_out.text", "",
                                "what the replay left out of its trace; empty when nothing was left out",
                                [](const RunRow& row) { return csv_field(row.kept.origin.left_out.text); }};
  Columns columns{{"seed", "",
                   sweep ? "seed of the run; runs of one point differ in nothing else"
                         : "seed of the run; runs of one experiment differ in nothing else",
                   [](const RunRow& row) { return std::to_string(row.seed); }},
                  {"outcome", "", "finished, deadlock, saturated, cycle_limit, interrupted or unreachable",
                   [](const RunRow& row) { return std::string(stats::name_of(row.kept.outcome)); }},
                  {"load_verdict", "", "carried, too much or not judged: whether the network carries the load",
                   [](const RunRow& row) { return row.kept.load; }},
                  sweep ? fingerprint : partial};
  const Columns metrics = metric_columns(print);
  columns.insert(columns.end(), metrics.begin(), metrics.end());
  const Columns host = host_columns(print);
  columns.insert(columns.end(), host.begin(), host.end());
  const Columns tail = sweep ? Columns{left_out} : Columns{peak, fingerprint};
  columns.insert(columns.end(), tail.begin(), tail.end());
  return {"runs.csv", columns};
}

Table<EstimateRow> points_table() {
  return {"points.csv",
          {{"outcome", "", "finished, or the first other outcome of the runs of the point",
            [](const EstimateRow& row) { return std::string(row.outcome); }},
           {"figure", "", "name of a figure, which is a column of runs.csv",
            [](const EstimateRow& row) { return row.figure.name; }},
           {"n", "runs", "number of runs that have the figure",
            [](const EstimateRow& row) { return std::to_string(row.figure.estimate.n); }},
           {"mean", "as the figure", "mean over the runs of the point",
            [](const EstimateRow& row) { return round_trip(row.figure.estimate.mean); }},
           {"stddev", "as the figure", "sample standard deviation over the runs of the point",
            [](const EstimateRow& row) { return round_trip(row.figure.estimate.stddev); }},
           {"half_width", "as the figure",
            "half width of the Student-t interval of the mean, at the level plan.confidence of sweep.json",
            [](const EstimateRow& row) {
              const double half = row.figure.estimate.half_width;
              return std::isfinite(half) ? round_trip(half) : std::string();
            }}}};
}

Table<LinkRow> links_table(Folder folder) {
  const bool sweep = folder == Folder::sweep;
  return {"links.csv",
          {{"from", "", sweep ? "router that drives the link" : "router (or node interface) that drives the link",
            [](const LinkRow& row) { return std::to_string(row.link.from); }},
           {"port", "", "output port of that router", [](const LinkRow& row) { return std::to_string(row.link.port); }},
           {"to", "", sweep ? "router at the other end" : "router (or node interface) at the other end",
            [](const LinkRow& row) { return std::to_string(row.link.to); }},
           {"phits", "phits",
            "phits carried in the measured window; where links differ in speed, cycles for which packets held it",
            [](const LinkRow& row) { return std::to_string(row.link.phits); }},
           {"utilisation", "", "fraction of the cycles of the window for which a packet holds the link",
            [](const LinkRow& row) { return per_cycle(row.link.phits, row.cycles); }}}};
}

Table<NodeRow> nodes_table() {
  return {"nodes.csv",
          {{"node", "", "destination node", [](const NodeRow& row) { return std::to_string(row.node); }},
           {"phits", "phits", "phits consumed in the measured window",
            [](const NodeRow& row) { return std::to_string(row.phits); }},
           {"accepted", "phits/cycle", "phits consumed per cycle of the window",
            [](const NodeRow& row) { return per_cycle(row.phits, row.cycles); }}}};
}

Table<LatencyRow> latency_table(Folder folder) {
  const bool sweep = folder == Folder::sweep;
  std::vector<Column<LatencyRow>> columns;
  if (!sweep) {
    columns.push_back({"measure", "",
                       "latency (from entry into the injection queue), latency_from_generation or injection_delay",
                       [](const LatencyRow& row) { return std::string(row.measure); }});
  }
  const std::vector<Column<LatencyRow>> bucket{
      {"low", "cycles", sweep ? "smallest latency of the bucket" : "smallest value of the bucket",
       [](const LatencyRow& row) { return std::to_string(row.bucket.low); }},
      {"high", "cycles", sweep ? "largest latency of the bucket" : "largest value of the bucket",
       [](const LatencyRow& row) { return std::to_string(row.bucket.high); }},
      {"packets", "packets",
       sweep ? "packets of all runs of the point with a latency in the bucket"
             : "packets delivered in the window with a value in the bucket",
       [](const LatencyRow& row) { return std::to_string(row.bucket.packets); }},
      {"low_seconds", "s",
       sweep ? "smallest latency of the bucket as simulated time"
             : "smallest value of the bucket in the time of the simulated machine",
       [](const LatencyRow& row) { return seconds_field(row.bucket.low, row.cycle_seconds); }},
      {"high_seconds", "s",
       sweep ? "largest latency of the bucket as simulated time"
             : "largest value of the bucket in the time of the simulated machine",
       [](const LatencyRow& row) { return seconds_field(row.bucket.high, row.cycle_seconds); }}};
  columns.insert(columns.end(), bucket.begin(), bucket.end());
  return {"latency.csv", columns};
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/sweep_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/report/columns.hpp"
#include "fsin/report/detail_tables.hpp"
#include "fsin/report/point_columns.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {
namespace {

using sweep::Plan;
using sweep::PointSummary;
using sweep::Run;

constexpr std::array point_columns{Column{"point", "", "number of the point, from 0"}};
constexpr std::array run_head{Column{"seed", "", "seed of the run; runs of one point differ in nothing else"},
                              Column{"outcome", "", "finished, deadlock, saturated, cycle_limit or interrupted"},
                              Column{"fingerprint", "", "hash of all deliveries: equal runs have equal fingerprints"}};
constexpr std::array sweep_run_tail{
    Column{"host.wall_s", "s", "real time of the run"}, Column{"host.cpu_s", "s", "CPU time of the run"},
    Column{"host.packet_hops", "packet-hops", "links crossed by packets in the whole run"},
    Column{"workload.left_out.text", "", "what the replay left out of its trace; empty when nothing was left out"}};
constexpr std::array estimate_columns{
    Column{"outcome", "", "finished, or the first other outcome of the runs of the point"},
    Column{"figure", "", "name of a figure, which is a column of runs.csv"},
    Column{"n", "runs", "number of runs that have the figure"},
    Column{"mean", "as the figure", "mean over the runs of the point"},
    Column{"stddev", "as the figure", "sample standard deviation over the runs of the point"},
    Column{"half_width", "as the figure",
           "half width of the Student-t interval of the mean, at the confidence in sweep.json"}};
constexpr std::array sweep_link_columns{
    Column{"from", "", "router that drives the link"}, Column{"port", "", "output port of that router"},
    Column{"to", "", "router at the other end"}, Column{"phits", "phits", "phits carried in the measured window"},
    Column{"utilisation", "", "fraction of the cycles of the window in which the link carries a phit"}};
constexpr std::array sweep_latency_columns{
    Column{"low", "cycles", "smallest latency of the bucket"},
    Column{"high", "cycles", "largest latency of the bucket"},
    Column{"packets", "packets", "packets of all runs of the point with a latency in the bucket"},
    Column{"low_seconds", "s", "smallest latency of the bucket as simulated time"},
    Column{"high_seconds", "s", "largest latency of the bucket as simulated time"}};

/// As JSON has it, "3.0" for a whole real number, so that a table and runs.jsonl say the same.
template <class Number>
std::string number_field(Number value) {
  return nlohmann::json(value).dump();
}

std::string figure_field(const std::optional<stats::MetricValue>& figure) {
  if (!figure) return {};
  return std::visit([](auto value) { return number_field(value); }, *figure);
}

/// Empty where the length of a cycle is not known.
std::string seconds_field(std::uint64_t cycles, const std::optional<double>& cycle_seconds) {
  return cycle_seconds ? fmt::format("{:.9g}", static_cast<double>(cycles) * *cycle_seconds) : std::string();
}

std::string fingerprint_field(const result::KeptResult& kept) {
  return kept.fingerprint ? result::fingerprint_text(*kept.fingerprint) : std::string();
}

/// In order of sweep_run_tail.
std::string tail_fields(const result::KeptResult& kept) {
  return fmt::format(",{},{},{},{}", number_field(kept.host.wall_s), number_field(kept.host.cpu_s), kept.packet_hops,
                     csv_field(kept.origin.left_out.text));
}

/// The histogram of a point, all its runs together.
struct Histogram {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> packets;  ///< by low and high
  std::optional<double> cycle_seconds;
};

}  // namespace

void write_runs_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs) {
  OutputFile file(path);
  file.write(point_head(plan) + heads(run_head) + heads(metric_columns()) + heads(sweep_run_tail) + "\n");
  for (const Run& run : runs) {
    std::string line = fmt::format("{},{},{},{}", point_fields(plan, run.point), run.seed,
                                   stats::name_of(run.result.outcome), fingerprint_field(run.result));
    for (const auto& figure : run.result.figures) line += "," + figure_field(figure);
    file.write(line + tail_fields(run.result) + "\n");
  }
  file.commit();
}

void write_points_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<PointSummary>& summaries) {
  OutputFile file(path);
  file.write(point_head(plan) + heads(estimate_columns) + "\n");
  for (const PointSummary& summary : summaries) {
    for (const auto& [name, estimate] : summary.figures) {
      const std::string half = std::isfinite(estimate.half_width) ? fmt::format("{}", estimate.half_width) : "";
      file.write(fmt::format("{},{},{},{},{},{},{}\n", point_fields(plan, summary.point), summary.outcome.text(), name,
                             estimate.n, estimate.mean, estimate.stddev, half));
    }
  }
  file.commit();
}

void write_links_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs) {
  OutputFile file(path);
  file.write(point_head(plan) + heads(sweep_link_columns) + "\n");
  for (const Run& run : runs) {
    const double cycles = run.result.figure("measured_cycles").value_or(0);
    for (const result::KeptLink& link : run.result.links) {
      file.write(fmt::format("{},{},{},{},{},{}\n", point_fields(plan, run.point), link.from, link.port, link.to,
                             link.phits, cycles > 0 ? static_cast<double>(link.phits) / cycles : 0));
    }
  }
  file.commit();
}

void write_latency_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs) {
  std::vector<Histogram> histograms(plan.points.size());
  for (const Run& run : runs) {
    Histogram& histogram = histograms[run.point];
    histogram.cycle_seconds = run.result.figure("cycle_seconds");
    for (const result::KeptBucket& bucket : run.result.histogram) {
      histogram.packets[{bucket.low, bucket.high}] += bucket.packets;
    }
  }
  OutputFile file(path);
  file.write(point_head(plan) + heads(sweep_latency_columns) + "\n");
  for (std::size_t point = 0; point < histograms.size(); ++point) {
    const auto& cycle = histograms[point].cycle_seconds;
    for (const auto& [range, packets] : histograms[point].packets) {
      file.write(fmt::format("{},{},{},{},{},{}\n", point_fields(plan, point), range.first, range.second, packets,
                             seconds_field(range.first, cycle), seconds_field(range.second, cycle)));
    }
  }
  file.commit();
}

std::string columns_yaml(const Plan& plan) {
  std::string axes = described(point_columns);
  for (const std::string& axis : plan.axes) {
    axes += fmt::format("  \"{}\": {{unit: \"\", meaning: \"place of the point on this axis of the sweep\"}}\n", axis);
  }
  return "runs.csv:\n" + axes + described(run_head) + described(metric_columns()) + described(sweep_run_tail) +
         "points.csv:\n" + axes + described(estimate_columns) + "links.csv:\n" + axes + described(sweep_link_columns) +
         "latency.csv:\n" + axes + described(sweep_latency_columns) + detail_columns(axes);
}

}  // namespace fsin::report

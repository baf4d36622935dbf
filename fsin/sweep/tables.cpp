// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/sweep/columns.hpp"
#include "fsin/sweep/detail.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array point_columns{Column{"point", "", "number of the point, from 0"}};
constexpr std::array run_head{Column{"seed", "", "seed of the run; runs of one point differ in nothing else"},
                              Column{"outcome", "", "finished, deadlock, saturated, cycle_limit or interrupted"},
                              Column{"fingerprint", "", "hash of all deliveries: equal runs have equal fingerprints"}};
constexpr std::array run_tail{
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
constexpr std::array link_columns{
    Column{"from", "", "router that drives the link"}, Column{"port", "", "output port of that router"},
    Column{"to", "", "router at the other end"}, Column{"phits", "phits", "phits carried in the measured window"},
    Column{"utilisation", "", "fraction of the cycles of the window in which the link carries a phit"}};
constexpr std::array latency_columns{
    Column{"low", "cycles", "smallest latency of the bucket"},
    Column{"high", "cycles", "largest latency of the bucket"},
    Column{"packets", "packets", "packets of all runs of the point with a latency in the bucket"},
    Column{"low_seconds", "s", "smallest latency of the bucket as simulated time"},
    Column{"high_seconds", "s", "largest latency of the bucket as simulated time"}};

std::string json_field(const Json& value) {
  if (value.is_null()) return "";
  return csv_field(value.is_string() ? value.get<std::string>() : value.dump());
}

/// Empty where the length of a cycle is not known.
std::string seconds_field(std::uint64_t cycles, const Json& cycle_seconds) {
  if (!cycle_seconds.is_number()) return "";
  return fmt::format("{:.9g}", static_cast<double>(cycles) * cycle_seconds.get<double>());
}

}  // namespace

void write_runs_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs) {
  OutputFile file(path);
  file.write(point_head(plan) + heads(run_head) + heads(report::metric_columns()) + heads(run_tail) + "\n");
  for (const Run& run : runs) {
    std::string line = fmt::format("{},{}", point_fields(plan, run.point), run.seed);
    for (const char* name : {"outcome", "fingerprint"}) line += "," + json_field(value_at(run.result, name));
    for (const stats::Metric& metric : stats::metrics()) {
      line += "," + json_field(value_at(run.result, std::string(metric.name)));
    }
    for (const Column& column : run_tail) line += "," + json_field(value_at(run.result, std::string(column.name)));
    file.write(line + "\n");
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
  file.write(point_head(plan) + heads(link_columns) + "\n");
  for (const Run& run : runs) {
    const Json& links = value_at(run.result, "link_phits");
    const double cycles =
        value_at(run.result, "measured_cycles").is_number() ? value_at(run.result, "measured_cycles").get<double>() : 0;
    if (!links.is_array()) continue;
    for (const Json& link : links) {
      const auto phits = link.at(3).get<double>();
      file.write(fmt::format("{},{},{},{},{},{}\n", point_fields(plan, run.point), link.at(0).dump(), link.at(1).dump(),
                             link.at(2).dump(), link.at(3).dump(), cycles > 0 ? phits / cycles : 0));
    }
  }
  file.commit();
}

void write_latency_csv(const std::filesystem::path& path, const Plan& plan, const std::vector<Run>& runs) {
  using Buckets = std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t>;
  std::vector<Buckets> by_point(plan.points.size());
  std::vector<Json> cycle(plan.points.size());  // seconds; null in results of programs that did not say
  for (const Run& run : runs) {
    const Json& histogram = value_at(run.result, "histogram");
    if (!histogram.is_array()) continue;
    cycle[run.point] = value_at(run.result, "cycle_seconds");
    for (const Json& bucket : histogram) {
      by_point[run.point][{bucket.at(0).get<std::uint64_t>(), bucket.at(1).get<std::uint64_t>()}] +=
          bucket.at(2).get<std::uint64_t>();
    }
  }
  OutputFile file(path);
  file.write(point_head(plan) + heads(latency_columns) + "\n");
  for (std::size_t point = 0; point < by_point.size(); ++point) {
    for (const auto& [range, packets] : by_point[point]) {
      file.write(fmt::format("{},{},{},{},{},{}\n", point_fields(plan, point), range.first, range.second, packets,
                             seconds_field(range.first, cycle[point]), seconds_field(range.second, cycle[point])));
    }
  }
  file.commit();
}

std::string columns_yaml(const Plan& plan) {
  std::string axes = described(point_columns);
  for (const std::string& axis : plan.axes) {
    axes += fmt::format("  \"{}\": {{unit: \"\", meaning: \"place of the point on this axis of the sweep\"}}\n", axis);
  }
  return "runs.csv:\n" + axes + described(run_head) + described(report::metric_columns()) + described(run_tail) +
         "points.csv:\n" + axes + described(estimate_columns) + "links.csv:\n" + axes + described(link_columns) +
         "latency.csv:\n" + axes + described(latency_columns) + detail_columns(axes);
}

}  // namespace fsin::sweep

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/tables.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/report/json.hpp"
#include "fsin/report/output_file.hpp"

namespace fsin::report {
namespace {

struct Column {
  std::string_view name;
  std::string_view unit;
  std::string_view meaning;
};

constexpr std::array run_key{Column{"seed", "", "seed of the run; runs of one experiment differ in nothing else"},
                             Column{"outcome", "", "finished, deadlock, saturated, cycle_limit or interrupted"},
                             Column{"partial", "", "1 when the run was interrupted: its figures cover a part only"}};
constexpr std::array run_tail{Column{"host.wall_s", "s", "real time of the run"},
                              Column{"host.cpu_s", "s", "CPU time of the run"},
                              Column{"host.packet_hops", "packet-hops", "links crossed by packets in the whole run"},
                              Column{"host.peak_rss_bytes", "B", "peak memory of the process up to the end of the run"},
                              Column{"fingerprint", "", "hash of all deliveries: equal runs have equal fingerprints"}};
constexpr std::array link_columns{Column{"seed", "", "seed of the run"},
                                  Column{"from", "", "router (or node interface) that drives the link"},
                                  Column{"port", "", "its output port"},
                                  Column{"to", "", "router (or node interface) at the other end"},
                                  Column{"phits", "phits", "carried in the measured window"},
                                  Column{"utilisation", "", "phits per cycle of the window, 0 to 1"}};
constexpr std::array node_columns{Column{"seed", "", "seed of the run"}, Column{"node", "", "destination node"},
                                  Column{"phits", "phits", "consumed in the measured window"},
                                  Column{"accepted", "phits/cycle", "consumed per cycle of the window"}};
constexpr std::array latency_columns{
    Column{"seed", "", "seed of the run"},
    Column{"measure", "", "latency (from entry into the injection buffer), latency_from_generation or injection_delay"},
    Column{"low", "cycles", "smallest value of the bucket"}, Column{"high", "cycles", "largest value of the bucket"},
    Column{"packets", "packets", "delivered in the window with a value in the bucket"}};

template <class Columns>
std::string header(const Columns& columns) {
  std::string line;
  for (const Column& column : columns) line += fmt::format("{}{}", line.empty() ? "" : ",", column.name);
  line += "\n";
  return line;
}

std::string value_text(const std::optional<stats::MetricValue>& value) {
  if (!value) return "";
  return std::visit([](auto v) { return fmt::format("{}", v); }, *value);
}

std::vector<Column> run_columns() {
  std::vector<Column> columns(run_key.begin(), run_key.end());
  for (const stats::Metric& metric : stats::metrics()) columns.push_back({metric.name, metric.unit, metric.meaning});
  columns.insert(columns.end(), run_tail.begin(), run_tail.end());
  return columns;
}

void write_runs(const ExperimentResult& experiment, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(header(run_columns()));
  for (const RunResult& run : experiment.runs) {
    const stats::RunTotals& totals = run.record.totals;
    file.write(fmt::format("{},{},{:d}", run.record.seed, stats::to_string(totals.outcome), is_partial(run)));
    for (const stats::Metric& metric : stats::metrics())
      file.write(fmt::format(",{}", value_text(metric.value(run.record))));
    file.write(fmt::format(",{},{},{},{},{}\n", run.host.wall_s, run.host.cpu_s, totals.packet_hops,
                           run.host.peak_rss_bytes, fingerprint_text(totals.fingerprint)));
  }
  file.commit();
}

double per_cycle(std::uint64_t phits, const RunResult& run) {
  const Cycle cycles = run.record.totals.measured_cycles;
  return cycles == 0 ? 0.0 : static_cast<double>(phits) / static_cast<double>(cycles);
}

void write_links(const ExperimentResult& experiment, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(header(link_columns));
  for (const RunResult& run : experiment.runs) {
    for (const stats::LinkLoad& link : run.record.totals.links) {
      file.write(fmt::format("{},{},{},{},{},{}\n", run.record.seed, link.from.index(), link.port, link.to.index(),
                             link.phits, per_cycle(link.phits, run)));
    }
  }
  file.commit();
}

void write_nodes(const ExperimentResult& experiment, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(header(node_columns));
  for (const RunResult& run : experiment.runs) {
    const auto& nodes = run.record.totals.node_phits_delivered;
    for (std::size_t node = 0; node < nodes.size(); ++node) {
      file.write(fmt::format("{},{},{},{}\n", run.record.seed, node, nodes[node], per_cycle(nodes[node], run)));
    }
  }
  file.commit();
}

void write_histogram(OutputFile& file, std::uint64_t seed, std::string_view name,
                     const stats::LatencyHistogram& histogram) {
  for (const auto& bucket : histogram.buckets()) {
    file.write(fmt::format("{},{},{},{},{}\n", seed, name, bucket.low, bucket.high, bucket.count));
  }
}

void write_latency(const ExperimentResult& experiment, const std::filesystem::path& path) {
  OutputFile file(path);
  file.write(header(latency_columns));
  for (const RunResult& run : experiment.runs) {
    const stats::RunTotals& totals = run.record.totals;
    write_histogram(file, run.record.seed, "latency", totals.latency);
    write_histogram(file, run.record.seed, "latency_from_generation", totals.latency_from_generation);
    write_histogram(file, run.record.seed, "injection_delay", totals.injection_delay);
  }
  file.commit();
}

template <class Columns>
std::string column_yaml(std::string_view file, const Columns& columns) {
  std::string text = fmt::format("{}:\n", file);
  for (const Column& column : columns) {
    text += fmt::format("  {}: {{unit: \"{}\", meaning: \"{}\"}}\n", column.name, column.unit, column.meaning);
  }
  return text;
}

}  // namespace

void write_tables(const ExperimentResult& experiment, const std::filesystem::path& directory,
                  const std::string& more_columns) {
  write_file(directory / "config.yaml", experiment.config_yaml);
  write_file(directory / "columns.yaml",
             column_yaml("runs.csv", run_columns()) + column_yaml("links.csv", link_columns) +
                 column_yaml("nodes.csv", node_columns) + column_yaml("latency.csv", latency_columns) + more_columns);
  write_links(experiment, directory / "links.csv");
  write_nodes(experiment, directory / "nodes.csv");
  write_latency(experiment, directory / "latency.csv");
  write_runs(experiment, directory / "runs.csv");
  OutputFile lines(directory / "runs.jsonl");
  for (const RunResult& run : experiment.runs) lines.write(run_json(experiment, run).dump() + "\n");
  lines.commit();
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/run_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/report/columns.hpp"
#include "fsin/report/json.hpp"

namespace fsin::report {
namespace {

constexpr std::array run_key{
    Column{"seed", "", "seed of the run; runs of one experiment differ in nothing else"},
    Column{"outcome", "", "finished, deadlock, saturated, cycle_limit or interrupted"},
    Column{"partial", "", "1 when the run was interrupted and its figures cover only the simulated part"}};
constexpr std::array run_tail{Column{"host.wall_s", "s", "real time of the run"},
                              Column{"host.cpu_s", "s", "CPU time of the run"},
                              Column{"host.packet_hops", "packet-hops", "links crossed by packets in the whole run"},
                              Column{"host.peak_rss_bytes", "B", "peak memory of the process up to the end of the run"},
                              Column{"fingerprint", "", "hash of all deliveries: equal runs have equal fingerprints"}};
constexpr std::array link_columns{
    Column{"seed", "", "seed of the run"},
    Column{"from", "", "router (or node interface) that drives the link"},
    Column{"port", "", "output port of that router"},
    Column{"to", "", "router (or node interface) at the other end"},
    Column{"phits", "phits", "phits carried in the measured window"},
    Column{"utilisation", "", "fraction of the cycles of the window in which the link carries a phit"}};
constexpr std::array node_columns{Column{"seed", "", "seed of the run"}, Column{"node", "", "destination node"},
                                  Column{"phits", "phits", "phits consumed in the measured window"},
                                  Column{"accepted", "phits/cycle", "phits consumed per cycle of the window"}};
constexpr std::array latency_columns{
    Column{"seed", "", "seed of the run"},
    Column{"measure", "", "latency (from entry into the injection queue), latency_from_generation or injection_delay"},
    Column{"low", "cycles", "smallest value of the bucket"},
    Column{"high", "cycles", "largest value of the bucket"},
    Column{"packets", "packets", "packets delivered in the window with a value in the bucket"},
    Column{"low_seconds", "s", "smallest value of the bucket in the time of the simulated machine"},
    Column{"high_seconds", "s", "largest value of the bucket in the time of the simulated machine"}};

template <class Columns>
std::string header(const Columns& columns) {
  return heads(columns).substr(1) + "\n";
}

std::string value_text(const std::optional<stats::MetricValue>& value) {
  if (!value) return "";
  return std::visit([](auto v) { return fmt::format("{}", v); }, *value);
}

std::vector<Column> run_columns() {
  std::vector<Column> columns(run_key.begin(), run_key.end());
  const std::vector<Column> metrics = metric_columns();
  columns.insert(columns.end(), metrics.begin(), metrics.end());
  columns.insert(columns.end(), run_tail.begin(), run_tail.end());
  return columns;
}

double per_cycle(std::uint64_t phits, const result::RunResult& run) {
  const Cycle cycles = run.record.totals.measured_cycles;
  return cycles == 0 ? 0.0 : static_cast<double>(phits) / static_cast<double>(cycles);
}

void add_run(OutputFile& file, const result::RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  file.write(fmt::format("{},{},{:d}", run.record.seed, stats::to_string(totals.outcome), result::is_partial(run)));
  for (const stats::Metric& metric : stats::metrics())
    file.write(fmt::format(",{}", value_text(metric.value(run.record))));
  file.write(fmt::format(",{},{},{},{},{}\n", run.host.wall_s, run.host.cpu_s, totals.packet_hops,
                         run.host.peak_rss_bytes, result::fingerprint_text(totals.fingerprint)));
}

void add_links(OutputFile& file, const result::RunResult& run) {
  for (const stats::LinkLoad& link : run.record.totals.links) {
    file.write(fmt::format("{},{},{},{},{},{}\n", run.record.seed, link.from.index(), link.port, link.to.index(),
                           link.phits, per_cycle(link.phits, run)));
  }
}

void add_nodes(OutputFile& file, const result::RunResult& run) {
  const auto& nodes = run.record.totals.node_phits_delivered;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    file.write(fmt::format("{},{},{},{}\n", run.record.seed, node, nodes[node], per_cycle(nodes[node], run)));
  }
}

void add_histogram(OutputFile& file, const stats::RunRecord& run, std::string_view name,
                   const stats::LatencyHistogram& histogram) {
  const double cycle = run.seconds_per_cycle;
  for (const auto& bucket : histogram.buckets()) {
    file.write(fmt::format("{},{},{},{},{},{:.9g},{:.9g}\n", run.seed, name, bucket.low, bucket.high, bucket.count,
                           static_cast<double>(bucket.low) * cycle, static_cast<double>(bucket.high) * cycle));
  }
}

void add_latency(OutputFile& file, const result::RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  add_histogram(file, run.record, "latency", totals.latency);
  add_histogram(file, run.record, "latency_from_generation", totals.latency_from_generation);
  add_histogram(file, run.record, "injection_delay", totals.injection_delay);
}

}  // namespace

RunTables::RunTables(const result::ExperimentResult& experiment, const std::filesystem::path& directory,
                     const std::string& more_columns)
    : runs_(directory / "runs.csv"),
      links_(directory / "links.csv"),
      nodes_(directory / "nodes.csv"),
      latency_(directory / "latency.csv"),
      lines_(directory / "runs.jsonl") {
  write_file(directory / "config.yaml", experiment.config_yaml);
  write_file(directory / "columns.yaml", "runs.csv:\n" + described(run_columns()) + "links.csv:\n" +
                                             described(link_columns) + "nodes.csv:\n" + described(node_columns) +
                                             "latency.csv:\n" + described(latency_columns) + more_columns);
  runs_.write(header(run_columns()));
  links_.write(header(link_columns));
  nodes_.write(header(node_columns));
  latency_.write(header(latency_columns));
}

void RunTables::add(const result::ExperimentResult& experiment, const result::RunResult& run) {
  add_run(runs_, run);
  add_links(links_, run);
  add_nodes(nodes_, run);
  add_latency(latency_, run);
  lines_.write(run_json(experiment, run).dump() + "\n");
}

void RunTables::commit() {
  for (OutputFile* file : {&links_, &nodes_, &latency_, &runs_, &lines_}) file->commit();
}

}  // namespace fsin::report

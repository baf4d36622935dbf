// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/run_tables.hpp"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/report/json.hpp"

namespace fsin::report {
namespace {

/// In front of the tables that have several rows for each run.
Front seed_front() { return {"seed", described("seed", "", "seed of the run")}; }

}  // namespace

RunTables::RunTables(const result::ExperimentResult& experiment, const std::filesystem::path& directory,
                     const std::string& more_columns)
    : runs_{runs_table(Folder::run), OutputFile(directory / "runs.csv")},
      links_{links_table(Folder::run), OutputFile(directory / "links.csv")},
      nodes_{nodes_table(), OutputFile(directory / "nodes.csv")},
      latency_{latency_table(Folder::run), OutputFile(directory / "latency.csv")},
      lines_(directory / "runs.jsonl") {
  const Front seed = seed_front();
  write_file(directory / "config.yaml", experiment.config_yaml);
  write_file(directory / "columns.yaml", runs_.table.described() + links_.table.described(seed) +
                                             nodes_.table.described(seed) + latency_.table.described(seed) +
                                             more_columns);
  runs_.file.write(runs_.table.head());
  links_.file.write(links_.table.head(seed));
  nodes_.file.write(nodes_.table.head(seed));
  latency_.file.write(latency_.table.head(seed));
}

void RunTables::add(const result::ExperimentResult& experiment, const result::RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  const auto cycles = static_cast<double>(totals.measured_cycles);
  const std::string seed = std::to_string(run.record.seed);
  runs_.file.write(runs_.table.line_of({run.record.seed, result::figures_of(experiment.origin, run)}));
  for (const stats::LinkLoad& link : totals.links) {
    links_.file.write(links_.table.line_of({{link.from.value, link.port, link.to.value, link.phits}, cycles}, seed));
  }
  for (std::size_t node = 0; node < totals.node_phits_delivered.size(); ++node) {
    nodes_.file.write(nodes_.table.line_of({node, totals.node_phits_delivered[node], cycles}, seed));
  }
  add_latency(run);
  lines_.write(json_text(run_json(experiment, run)) + "\n");
}

void RunTables::add_latency(const result::RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  const std::string seed = std::to_string(run.record.seed);
  for (const auto& [measure, histogram] :
       {std::pair<std::string_view, const stats::LatencyHistogram&>{"latency", totals.latency},
        {"latency_from_generation", totals.latency_from_generation},
        {"injection_delay", totals.injection_delay}}) {
    for (const auto& bucket : histogram.buckets()) {
      const result::KeptBucket kept{bucket.low, bucket.high, bucket.count};
      latency_.file.write(latency_.table.line_of({measure, kept, run.record.seconds_per_cycle}, seed));
    }
  }
}

void RunTables::commit() {
  for (OutputFile* file : {&links_.file, &nodes_.file, &latency_.file, &runs_.file, &lines_}) file->commit();
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/sweep_folder.hpp"

#include <array>
#include <string>
#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/report/detail_tables.hpp"
#include "fsin/report/sweep_tables.hpp"
#include "fsin/sweep/run_json.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::report {
namespace {

namespace fs = std::filesystem;

/// All of them, in the order in which sweep.json has their digests.
constexpr std::array tables{"results.jsonl", "runs.jsonl", "runs.csv",  "points.csv", "links.csv",  "latency.csv",
                            "columns.yaml",  "series.csv", "ranks.csv", "gantt.csv",  "traffic.csv"};

void write_results_jsonl(const fs::path& path, const std::vector<sweep::Run>& runs) {
  OutputFile file(path);
  for (const sweep::Run& run : runs) file.write(sweep::journal_line(run).dump() + "\n");
  file.commit();
}

void write_runs_jsonl(const fs::path& path, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  OutputFile file(path);
  for (const sweep::Run& run : runs) file.write(sweep::run_line(plan, run).dump() + "\n");
  file.commit();
}

}  // namespace

void write_results(const fs::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs, bool complete,
                   const sweep::Provenance& provenance) {
  write_results_jsonl(folder / "results.jsonl", runs);
  write_runs_jsonl(folder / "runs.jsonl", plan, runs);
  write_runs_csv(folder / "runs.csv", plan, runs);
  write_points_csv(folder / "points.csv", plan, sweep::summaries_of(plan, runs));
  write_links_csv(folder / "links.csv", plan, runs);
  write_latency_csv(folder / "latency.csv", plan, runs);
  write_detail(folder, plan, runs);
  write_file(folder / "columns.yaml", columns_yaml(plan));
  std::vector<std::pair<std::string, std::string>> files;
  for (const char* name : tables) {
    if (fs::exists(folder / name)) files.emplace_back(name, sweep::file_digest(folder / name));
  }
  sweep::write_sweep_json(folder, plan, runs.size(), complete, provenance, files);
}

}  // namespace fsin::report

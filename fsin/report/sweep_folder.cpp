// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/sweep_folder.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/report/detail_tables.hpp"
#include "fsin/report/point_front.hpp"
#include "fsin/report/result_tables.hpp"
#include "fsin/sweep/result_files.hpp"
#include "fsin/sweep/run_json.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::report {
namespace {

namespace fs = std::filesystem;

void write_results_jsonl(const fs::path& path, const std::vector<sweep::Run>& runs) {
  OutputFile file(path);
  for (const sweep::Run& run : runs) file.write(json_text(sweep::journal_line(run)) + "\n");
  file.commit();
}

void write_runs_jsonl(const fs::path& path, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  OutputFile file(path);
  for (const sweep::Run& run : runs) file.write(json_text(sweep::run_line(plan, run)) + "\n");
  file.commit();
}

void write_runs_csv(const fs::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  const Table<RunRow> table = runs_table(Folder::sweep);
  OutputFile file(folder / table.file());
  file.write(table.head(point_front(plan)));
  for (const sweep::Run& run : runs) {
    file.write(table.line_of({run.seed, run.result}, point_fields(plan, run.point)));
  }
  file.commit();
}

void write_points_csv(const fs::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  const Table<EstimateRow> table = points_table();
  OutputFile file(folder / table.file());
  file.write(table.head(point_front(plan)));
  for (const sweep::PointSummary& summary : sweep::summaries_of(plan, runs)) {
    const std::string point = point_fields(plan, summary.point);
    for (const stats::NamedEstimate& figure : summary.figures) {
      file.write(table.line_of({summary.outcome.text(), figure}, point));
    }
  }
  file.commit();
}

void write_links_csv(const fs::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  const Table<LinkRow> table = links_table(Folder::sweep);
  OutputFile file(folder / table.file());
  file.write(table.head(point_front(plan)));
  for (const sweep::Run& run : runs) {
    const std::string point = point_fields(plan, run.point);
    const double cycles = run.result.figure("measured_cycles").value_or(0);
    for (const result::KeptLink& link : run.result.links) file.write(table.line_of({link, cycles}, point));
  }
  file.commit();
}

/// The histogram of a point, all its runs together.
struct Histogram {
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> packets;  ///< by low and high
  std::optional<double> cycle_seconds;
};

void write_latency_csv(const fs::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs) {
  std::vector<Histogram> histograms(plan.points.size());
  for (const sweep::Run& run : runs) {
    Histogram& histogram = histograms[run.point];
    histogram.cycle_seconds = run.result.figure("cycle_seconds");
    for (const result::KeptBucket& bucket : run.result.histogram) {
      histogram.packets[{bucket.low, bucket.high}] += bucket.packets;
    }
  }
  const Table<LatencyRow> table = latency_table(Folder::sweep);
  OutputFile file(folder / table.file());
  file.write(table.head(point_front(plan)));
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    const std::string point = point_fields(plan, i);
    for (const auto& [range, packets] : histograms[i].packets) {
      file.write(table.line_of({{}, {range.first, range.second, packets}, histograms[i].cycle_seconds}, point));
    }
  }
  file.commit();
}

/// Meaning and unit of every column of every file.
std::string columns_yaml(const sweep::Plan& plan, const Tables& tables) {
  const Front front = point_front(plan);
  return runs_table(Folder::sweep).described(front) + points_table().described(front) +
         links_table(Folder::sweep).described(front) + latency_table(Folder::sweep).described(front) +
         detail_columns(front, tables);
}

}  // namespace

void write_results(const fs::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs, bool complete,
                   const sweep::Provenance& provenance, const Tables& tables) {
  write_results_jsonl(folder / "results.jsonl", runs);
  write_runs_jsonl(folder / "runs.jsonl", plan, runs);
  write_runs_csv(folder, plan, runs);
  write_points_csv(folder, plan, runs);
  write_links_csv(folder, plan, runs);
  write_latency_csv(folder, plan, runs);
  write_detail(folder, plan, runs, tables);
  write_file(folder / "columns.yaml", columns_yaml(plan, tables));
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string_view name : sweep::files_with_digest()) {
    if (fs::exists(folder / name)) files.emplace_back(name, sweep::file_digest(folder / name));
  }
  sweep::write_sweep_json(folder, plan, runs.size(), complete, provenance, files);
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/sweep_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "fsin/core/quantity_text.hpp"
#include "fsin/report/aligned.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {
namespace {

using sweep::Plan;
using sweep::PointSummary;

/// What the cells of a column are told in.
struct ColumnUnit {
  std::string_view name;
  double scale = 1;  ///< units of the figure in one of these
};

/// That of the figure; of a time the one in which its least mean reads well: 706 ns, not 0.000000706 s.
ColumnUnit unit_of(const std::string& figure, const std::vector<PointSummary>& summaries) {
  const auto& metrics = stats::metrics();
  const auto metric =
      std::find_if(metrics.begin(), metrics.end(), [&](const stats::Metric& each) { return each.name == figure; });
  if (metric == metrics.end() || metric->unit != "s") return {metric == metrics.end() ? "" : metric->unit};
  double least = 0;
  for (const PointSummary& summary : summaries) {
    const stats::Estimate* estimate = summary.find(figure);
    if (estimate == nullptr || estimate->n == 0 || !(estimate->mean > 0)) continue;
    least = least == 0 ? estimate->mean : std::min(least, estimate->mean);
  }
  if (least == 0) return {metric->unit};
  const TimeUnit unit = time_unit(least);
  return {unit.name, unit.seconds};
}

std::string cell_text(const stats::Estimate* estimate, const ColumnUnit& unit) {
  if (estimate == nullptr || estimate->n == 0) return "-";
  return estimate_text(estimate->mean / unit.scale, estimate->half_width / unit.scale).both();
}

/// Units of the figures below their names; nothing when none has one.
TableRow unit_row(std::size_t columns, std::size_t first, const std::vector<ColumnUnit>& units) {
  TableRow row(columns);
  bool some = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    row[first + i] = units[i].name;
    some = some || !row[first + i].empty();
  }
  return some ? row : TableRow{};
}

std::vector<std::string> shown_figures(const Plan& plan, const std::vector<PointSummary>& summaries) {
  const auto some = [&](std::string_view figure) {
    return std::any_of(summaries.begin(), summaries.end(),
                       [&](const PointSummary& each) { return sweep::main_figure(plan, each.point) == figure; });
  };
  if (some("cycles")) return {"cycles", "simulated_seconds", "latency.mean", "latency.mean_seconds"};
  if (some("saturation.load")) return {"saturation.load", "saturation.latency_load", "load.accepted"};
  if (some("latency_from_generation.mean")) {
    return {"load.accepted", "latency_from_generation.mean", "latency_from_generation.mean_seconds", "settled"};
  }
  return {"load.accepted", "latency.mean", "latency.mean_seconds", "settled"};
}

}  // namespace

std::vector<std::string> left_out_lines(const Plan& plan, const std::vector<PointSummary>& summaries) {
  std::vector<std::string> lines;
  for (const PointSummary& summary : summaries) {
    if (summary.left_out.empty()) continue;
    const nlohmann::ordered_json& file = sweep::value_at(plan.points[summary.point].config, "workload.file");
    const std::string name =
        file.is_string() ? std::filesystem::path(file.get<std::string>()).filename().string() : plan.name;
    std::string line = fmt::format("{}: the replay left out {}", name, summary.left_out);
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(std::move(line));
  }
  return lines;
}

std::string summary_text(const Plan& plan, const std::vector<PointSummary>& summaries,
                         std::vector<std::string> figures) {
  if (figures.empty()) figures = shown_figures(plan, summaries);
  TableRow head = plan.axes;
  head.push_back("runs");
  head.insert(head.end(), figures.begin(), figures.end());
  head.push_back("outcome");
  std::vector<TableRow> rows{head};
  std::vector<ColumnUnit> units;
  for (const std::string& figure : figures) units.push_back(unit_of(figure, summaries));
  TableRow below = unit_row(head.size(), plan.axes.size() + 1, units);
  if (!below.empty()) rows.push_back(std::move(below));
  for (const PointSummary& summary : summaries) {
    if (summary.runs == 0) continue;
    TableRow row = plan.points[summary.point].labels;
    row.push_back(fmt::format("{}", summary.runs));
    for (std::size_t i = 0; i < figures.size(); ++i) row.push_back(cell_text(summary.find(figures[i]), units[i]));
    row.emplace_back(summary.outcome.text());
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows);
  for (const std::string& line : left_out_lines(plan, summaries)) text += line + "\n";
  return text;
}

}  // namespace fsin::report

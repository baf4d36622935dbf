// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "fsin/report/left_out.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/sweep/aligned.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

stats::NamedValues values_of(const Run& run) {
  stats::NamedValues values;
  for (const stats::Metric& metric : stats::metrics()) {
    const std::string name(metric.name);
    const Json& value = value_at(run.result, name);
    if (value.is_number()) values.emplace_back(name, value.get<double>());
  }
  return values;
}

std::string estimate_text(const stats::Estimate* estimate) {
  if (estimate == nullptr || estimate->n == 0) return "-";
  if (estimate->n < 2 || !std::isfinite(estimate->half_width)) return fmt::format("{:.6g}", estimate->mean);
  return fmt::format("{:.6g} +- {:.2g}", estimate->mean, estimate->half_width);
}

std::vector<std::string> shown_figures(const Plan& plan, const std::vector<PointSummary>& summaries) {
  const auto some = [&](std::string_view figure) {
    return std::any_of(summaries.begin(), summaries.end(),
                       [&](const PointSummary& each) { return main_figure(plan, each.point) == figure; });
  };
  if (some("cycles")) return {"cycles", "simulated_seconds", "latency.mean"};
  if (some("saturation.load")) return {"saturation.load", "load.accepted", "latency.mean"};
  return {"load.accepted", "latency.mean", "latency.p99"};
}

}  // namespace

const stats::Estimate* PointSummary::find(std::string_view figure) const {
  const auto found =
      std::find_if(figures.begin(), figures.end(), [&](const auto& each) { return each.name == figure; });
  return found == figures.end() ? nullptr : &found->estimate;
}

std::vector<PointSummary> summaries_of(const Plan& plan, const std::vector<Run>& runs) {
  std::vector<PointSummary> summaries(plan.points.size());
  std::vector<std::vector<stats::NamedValues>> values(plan.points.size());
  for (const Run& run : runs) {
    PointSummary& summary = summaries[run.point];
    ++summary.runs;
    const std::string outcome = run.result.value("outcome", std::string("unknown"));
    if (summary.outcome.empty() || summary.outcome == "finished") summary.outcome = outcome;
    values[run.point].push_back(values_of(run));
    if (summary.left_out.empty()) summary.left_out = report::left_out_text(value_at(run.result, "workload.left_out"));
  }
  for (std::size_t i = 0; i < summaries.size(); ++i) {
    summaries[i].point = i;
    summaries[i].figures = stats::summarise(values[i], plan.confidence);
  }
  return summaries;
}

std::string main_figure(const Plan& plan, std::size_t point) {
  if (value_at(plan.points[point].config, "measure.find") == "saturation") return "saturation.load";
  const Json& type = value_at(plan.points[point].config, "workload.type");
  return type == "trace" ? "cycles" : "latency.mean";
}

std::vector<std::string> left_out_lines(const Plan& plan, const std::vector<PointSummary>& summaries) {
  std::vector<std::string> lines;
  for (const PointSummary& summary : summaries) {
    if (summary.left_out.empty()) continue;
    const Json& file = value_at(plan.points[summary.point].config, "workload.file");
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
  for (const PointSummary& summary : summaries) {
    if (summary.runs == 0) continue;
    TableRow row = plan.points[summary.point].labels;
    row.push_back(fmt::format("{}", summary.runs));
    for (const std::string& figure : figures) row.push_back(estimate_text(summary.find(figure)));
    row.push_back(summary.outcome);
    rows.push_back(std::move(row));
  }
  std::string text = aligned(rows);
  for (const std::string& line : left_out_lines(plan, summaries)) text += line + "\n";
  return text;
}

}  // namespace fsin::sweep

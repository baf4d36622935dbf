// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/summary.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fsin/stats/metrics.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

stats::NamedValues values_of(const Run& run) {
  stats::NamedValues values;
  const std::vector<stats::Metric>& metrics = stats::metrics();
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const auto& figure = run.result.figures[i];
    if (figure) values.emplace_back(std::string(metrics[i].name), stats::as_double(*figure));
  }
  return values;
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
    summary.outcome.add(run.result.outcome);
    values[run.point].push_back(values_of(run));
    if (summary.left_out.empty()) summary.left_out = run.result.origin.left_out.text;
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
  if (type == "trace" || type == "program") return "cycles";
  // Sources that queue what finds no room: waiting there is waiting too.
  const Json& source = value_at(plan.points[point].config, "workload.source");
  return source == "infinite" ? "latency_from_generation.mean" : "latency.mean";
}

}  // namespace fsin::sweep

// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "fsin/report/page/parts.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/stats/titles.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::report::page {
namespace {

Json empty_figure(const stats::Metric& metric, std::size_t points) {
  const Json none(std::vector<Json>(points, nullptr));
  return {{"title", stats::title_of(metric.name).words},
          {"unit", metric.unit},
          {"unit_words", stats::unit_in_words(metric.unit)},
          {"meaning", metric.meaning},
          {"n", none},
          {"mean", none},
          {"half", none},
          {"stddev", none}};
}

}  // namespace

Json figures_json(const sweep::Results& results) {
  const auto summaries = sweep::summaries_of(results.plan, results.runs);
  Json json = Json::object();
  for (const stats::Metric& metric : stats::metrics()) {
    Json figure;
    for (const sweep::PointSummary& summary : summaries) {
      const stats::Estimate* estimate = summary.find(metric.name);
      if (estimate == nullptr || estimate->n == 0) continue;
      if (figure.is_null()) figure = empty_figure(metric, summaries.size());
      figure["n"][summary.point] = estimate->n;
      figure["mean"][summary.point] = rounded(estimate->mean);
      figure["half"][summary.point] = rounded(estimate->half_width);
      figure["stddev"][summary.point] = rounded(estimate->stddev);
    }
    if (!figure.is_null()) json[std::string(metric.name)] = std::move(figure);
  }
  return json;
}

}  // namespace fsin::report::page

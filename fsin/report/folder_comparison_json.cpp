// SPDX-License-Identifier: Apache-2.0
// A comparison of two folders for other programs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "fsin/report/folder_comparison.hpp"

namespace fsin::report {
namespace {

using sweep::ComparedFigure;
using sweep::ComparedPoint;
using sweep::ConfigDifference;
using sweep::FolderComparison;
using sweep::Results;

using Json = nlohmann::ordered_json;

Json finite_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json interval_json(const stats::Interval& interval) {
  return {{"value", finite_or_null(interval.value)}, {"half_width", finite_or_null(interval.half_width)}};
}

Json side_json(const stats::Estimate& estimate) {
  return {{"n", estimate.n}, {"mean", estimate.mean}, {"stddev", estimate.stddev}};
}

Json figure_json(const ComparedFigure& figure) {
  const stats::Difference& d = figure.difference;
  Json json;
  json["unit"] = figure.unit;
  json["a"] = side_json(d.a);
  json["b"] = side_json(d.b);
  json["difference"] = interval_json(d.difference);
  json["ratio"] = d.ratio ? interval_json(*d.ratio) : Json();
  json["test"] = !d.p_value ? "none" : d.paired ? "paired t" : "Welch's t";
  json["p"] = d.p_value ? Json(*d.p_value) : Json();
  json["p_adjusted"] = figure.adjusted_p ? Json(*figure.adjusted_p) : Json();
  json["significant"] = figure.significant;
  json["identical"] = d.identical;
  return json;
}

Json point_json(const ComparedPoint& point) {
  Json json;
  json["name"] = point.name;
  json["a"] = point.a;
  json["b"] = point.b;
  json["outcome"] = {{"a", point.outcome_a.text()}, {"b", point.outcome_b.text()}};
  json["same_configuration"] = point.same_config;
  json["same_seeds"] = point.same_seeds;
  json["same_deliveries"] = point.same_deliveries;
  json["figures"] = Json::object();
  for (const ComparedFigure& figure : point.figures) json["figures"][figure.name] = figure_json(figure);
  return json;
}

Json folder_json(const Results& results, const std::vector<std::size_t>& only) {
  Json json;
  json["folder"] = results.folder;
  json["version"] = results.version;
  json["program"] = results.program.empty() ? Json() : Json(results.program);
  json["engine"] = results.plan.engine;
  json["complete"] = results.complete;
  json["first_seed"] = results.plan.first_seed;
  json["seeds"] = results.plan.seeds;
  json["traces"] = results.plan.traces;
  json["runs"] = results.runs.size();
  json["only_here"] = Json::array();
  for (const std::size_t point : only) json["only_here"].push_back(results.plan.points[point].name);
  return json;
}

}  // namespace

Json comparison_json(const Results& a, const Results& b, const FolderComparison& comparison) {
  Json json;
  json["a"] = folder_json(a, comparison.only_a);
  json["b"] = folder_json(b, comparison.only_b);
  json["same_program"] = sweep::same_program(a, b);
  json["confidence"] = comparison.confidence;
  json["correction"] = "Holm";
  json["tests"] = comparison.tests;
  json["significant"] = comparison.significant();
  json["differs"] = comparison.differs();
  json["configuration"] = Json::array();
  for (const ConfigDifference& each : comparison.config) {
    Json entry{{"key", each.key}, {"a", each.a}, {"b", each.b}, {"points", Json::array()}};
    for (const std::size_t pair : each.pairs) entry["points"].push_back(comparison.points[pair].name);
    json["configuration"].push_back(std::move(entry));
  }
  json["points"] = Json::array();
  for (const ComparedPoint& point : comparison.points) json["points"].push_back(point_json(point));
  return json;
}

}  // namespace fsin::report

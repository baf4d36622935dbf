// SPDX-License-Identifier: Apache-2.0
// Each point relative to the point that differs from it only by standing at the first step of one axis: seed by seed,
// over the seeds that both have, as in fsin compare.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "fsin/report/page/parts.hpp"
#include "fsin/stats/confidence.hpp"

namespace fsin::report::page {
namespace {

/// The figures by which designs are compared.
constexpr std::array<std::string_view, 16> compared{"cycles",
                                                    "simulated_seconds",
                                                    "saturation.load",
                                                    "saturation.latency_load",
                                                    "latency.mean",
                                                    "latency.mean_seconds",
                                                    "latency.p99",
                                                    "latency.p99_seconds",
                                                    "load.accepted",
                                                    "load.accepted_worst_node",
                                                    "load.jain",
                                                    "latency_from_generation.mean",
                                                    "latency_from_generation.mean_seconds",
                                                    "links.utilisation_max",
                                                    "hops.mean",
                                                    "ranks.wait_seconds"};

/// The values of a figure that two points have for the same seeds.
struct Pairs {
  std::vector<double> values;
  std::vector<double> base;
};

Pairs pairs_of(std::span<const sweep::Run> runs, std::span<const sweep::Run> base, const std::string& figure) {
  Pairs pairs;
  for (const sweep::Run& run : runs) {
    const auto same = std::find_if(base.begin(), base.end(), [&](const auto& each) { return each.seed == run.seed; });
    if (same == base.end()) continue;
    const auto value = run.result.figure(figure), reference = same->result.figure(figure);
    if (!value || !reference) continue;
    pairs.values.push_back(*value);
    pairs.base.push_back(*reference);
  }
  return pairs;
}

/// For each point the point to which it is compared; empty where the sweep does not have that point.
std::vector<std::optional<std::size_t>> bases_of(const sweep::Plan& plan, std::size_t axis, const std::string& first) {
  std::map<std::vector<std::string>, std::size_t> places;
  for (std::size_t point = 0; point < plan.points.size(); ++point) places[plan.points[point].labels] = point;
  std::vector<std::optional<std::size_t>> bases;
  for (const sweep::PlannedPoint& point : plan.points) {
    std::vector<std::string> labels = point.labels;
    labels[axis] = first;
    const auto found = places.find(labels);
    bases.push_back(found == places.end() ? std::nullopt : std::optional(found->second));
  }
  return bases;
}

/// Null when no point has a ratio.
Json figure_json(const sweep::Results& results, const std::vector<std::optional<std::size_t>>& bases,
                 const std::string& figure) {
  Json mean = Json::array(), half = Json::array(), n = Json::array();
  bool any = false;
  for (std::size_t point = 0; point < bases.size(); ++point) {
    std::optional<stats::Estimate> ratio;
    if (bases[point]) {
      const Pairs pairs = pairs_of(results.runs_of(point), results.runs_of(*bases[point]), figure);
      ratio = stats::paired_ratio(pairs.values, pairs.base, results.plan.confidence);
    }
    any = any || ratio.has_value();
    mean.push_back(ratio ? rounded(ratio->mean) : Json(nullptr));
    half.push_back(ratio ? rounded(ratio->half_width) : Json(nullptr));
    n.push_back(ratio ? Json(ratio->n) : Json(nullptr));
  }
  if (!any) return nullptr;
  return {{"mean", mean}, {"half", half}, {"n", n}};
}

}  // namespace

Json ratios_json(const sweep::Results& results) {
  const sweep::Plan& plan = results.plan;
  Json json = Json::array();
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
    const std::string& first = plan.points.front().labels[axis];
    const bool varies = std::any_of(plan.points.begin(), plan.points.end(),
                                    [&](const auto& each) { return each.labels[axis] != first; });
    if (!varies) continue;
    const auto bases = bases_of(plan, axis, first);
    Json figures = Json::object();
    for (const std::string_view name : compared) {
      Json figure = figure_json(results, bases, std::string(name));
      if (!figure.is_null()) figures[std::string(name)] = std::move(figure);
    }
    if (!figures.empty()) json.push_back({{"axis", axis}, {"figures", std::move(figures)}});
  }
  return json.empty() ? Json(nullptr) : json;
}

}  // namespace fsin::report::page

// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/report/page/networks.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/report/sweep_text.hpp"
#include "fsin/stats/joint_outcome.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::report::page {
namespace {

/// "finished", or else the first other outcome; empty when there is no run.
std::string_view outcome_text(std::span<const sweep::Run> runs) {
  stats::JointOutcome outcome;
  for (const sweep::Run& run : runs) outcome.add(run.result.outcome);
  return runs.empty() ? std::string_view() : outcome.text();
}

/// Finds the step of an axis by its label.
class Places {
 public:
  explicit Places(const Json& axes) : of_axis_(axes.size()) {
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      for (const Json& step : axes[axis]["steps"]) {
        of_axis_[axis].try_emplace(step.get<std::string>(), of_axis_[axis].size());
      }
    }
  }
  Json of(const std::vector<std::string>& labels) const {
    Json json = Json::array();
    for (std::size_t axis = 0; axis < labels.size(); ++axis) json.push_back(of_axis_[axis].at(labels[axis]));
    return json;
  }

 private:
  std::vector<std::map<std::string, std::size_t>> of_axis_;
};

double number_at(const sweep::Run& run, std::string_view name) { return run.result.figure(name).value_or(0); }

Json points_json(const sweep::Results& results, const Json& axes) {
  const Places places(axes);
  std::map<std::string, std::size_t> nodes;
  Json json = Json::array();
  const auto& points = results.plan.points;
  for (std::size_t point = 0; point < points.size(); ++point) {
    const auto runs = results.runs_of(point);
    const Json& topology = topology_of(points[point]);
    const auto [known, fresh] = nodes.try_emplace(json_text(topology));
    if (fresh) known->second = nodes_of(topology);
    Json entry{{"name", points[point].name},
               {"steps", places.of(points[point].labels)},
               {"headline", points[point].headline},
               {"outcome", outcome_text(runs)},
               {"runs", runs.size()},
               {"nodes", known->second}};
    const Json& source = sweep::value_at(points[point].config, "workload.source");
    if (source.is_string()) entry["source"] = source;
    const sweep::Run* first = results.first_run(point);
    if (first != nullptr && number_at(*first, "cycles") > 0) {
      entry["seconds_per_cycle"] = rounded(number_at(*first, "simulated_seconds") / number_at(*first, "cycles"));
    }
    json.push_back(std::move(entry));
  }
  return json;
}

Json partial_json(const sweep::Results& results) {
  if (results.complete) return nullptr;
  return {{"runs", results.runs.size()},
          {"planned", results.plan.points.size() * results.plan.seeds},
          {"at_most", !results.plan.until.is_null()},
          {"of_run", results.of_run}};
}

Json collect(const sweep::Results& results, const std::string& title, const std::string& program,
             const Limits& limits) {
  const sweep::Plan& plan = results.plan;
  std::vector<std::string> notes;
  Json json;
  json["name"] = plan.name;
  json["title"] = title.empty() ? plan.name : title;
  json["description"] = plan.description;
  json["program"] = program;
  json["partial"] = partial_json(results);
  json["main"] = sweep::main_figure(plan, 0);
  json["axes"] = axes_json(plan);
  json["points"] = points_json(results, json["axes"]);
  json["figures"] = figures_json(results);
  json["ratios"] = ratios_json(results);
  json["latency"] = latency_json(results, limits);
  json["links"] = links_json(results, limits, notes);
  json["series"] = series_json(results, limits);
  json["ranks"] = ranks_json(results, limits);
  json["gantt"] = gantt_json(results, limits);
  json["messages"] = messages_json(results);
  json["sites"] = sites_json(results);
  json["phases"] = phases_json(results);
  json["path"] = path_json(results);
  json["traffic"] = traffic_json(results, limits);
  json["rank_traffic"] = rank_traffic_json(results, limits);
  json["configurations"] = configurations_json(results);
  json["again"] = again_json(results);
  json["provenance"] = provenance_json(results);
  const auto left_out = left_out_lines(plan, sweep::summaries_of(plan, results.runs));
  notes.insert(notes.begin(), left_out.begin(), left_out.end());
  json["notes"] = notes;
  return json;
}

}  // namespace

Json report_json(const sweep::Results& results, const std::string& title, const std::string& program,
                 const Limits& limits) {
  try {
    return collect(results, title, program, limits);
  } catch (const Json::exception& error) {
    throw sweep::SweepError(
        fmt::format("{}: sweep.json holds what no sweep writes ({}); the folder is "
                    "damaged, run the sweep again",
                    results.folder, error.what()));
  }
}

}  // namespace fsin::report::page

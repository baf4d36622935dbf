// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "fsin/report/models_text.hpp"
#include "fsin/result/parts_json.hpp"

namespace fsin::report {
namespace {

using Json = nlohmann::ordered_json;
using study::ModelComparison;
using study::ModelResult;
using study::ModelRow;

Json model_json(const ModelComparison& comparison, const ModelResult& model) {
  Json json{{"model", model.name}, {"parameters", model.parameters}, {"origin", model.origin}};
  if (!model.refused.empty()) {
    json["refused"] = model.refused;
    return json;
  }
  json["outcome"] = stats::to_string(model.outcome);
  json["cycles"] = model.cycles;
  if (model.ranks.empty()) {
    json["latency"] = model.latency;
    json["accepted"] = model.accepted;
  }
  json["error"] = model.error;
  if (!model.ranks.empty()) {
    json["ranks"] = {{"cycles", model.ranks},
                     {"mean_error", model.mean_rank_error},
                     {"worst_error", model.worst_rank_error},
                     {"worst", model.worst_rank}};
  }
  json["cpu_s"] = model.cpu_s;
  json["speed"] = model.cpu_s > 0 ? Json(comparison.models[0].cpu_s / model.cpu_s) : Json();
  json["warns"] = model.warns();
  json["checks"] = result::model_checks_json(model.checks);
  return json;
}

/// {name, messages, values by model}
Json rows_json(const ModelComparison& comparison, const std::vector<ModelRow>& rows) {
  Json json = Json::array();
  for (const ModelRow& row : rows) {
    Json values = Json::object();
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      if (comparison.models[i].refused.empty()) values[comparison.models[i].name] = row.values[i];
    }
    json.push_back({{"name", row.name}, {"messages", row.messages}, {"cycles", values}});
  }
  return json;
}

}  // namespace

Json models_json(const ModelComparison& comparison, const std::string& version) {
  Json json{{"name", comparison.name},     {"headline", comparison.headline},
            {"seed", comparison.seed},     {"version", version},
            {"figure", comparison.figure}, {"cycle_seconds", comparison.seconds_per_cycle},
            {"hops", comparison.hops}};
  json["models"] = Json::array();
  for (const ModelResult& model : comparison.models) json["models"].push_back(model_json(comparison, model));
  json["sizes"] = rows_json(comparison, comparison.sizes);
  json["distances"] = rows_json(comparison, comparison.distances);
  json["phases"] = rows_json(comparison, comparison.phases);
  json["links"] = {{"mean", comparison.mean_link},
                   {"busiest", comparison.busiest_link},
                   {"from", comparison.busiest_from},
                   {"to", comparison.busiest_to}};
  json["critical_path"] = nullptr;
  if (!comparison.path) return json;
  json["critical_path"] = Json::object();
  for (std::size_t i = 0; i < profile::path_parts; ++i)
    json["critical_path"][std::string(profile::path_part_names[i])] = comparison.path->cycles[i];
  return json;
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/experiment_schema.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "fsin/config/editor_schema.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/sweep/spec.hpp"

namespace fsin::commands {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* draft = "http://json-schema.org/draft-07/schema#";

Json keys_only(Json properties) {
  return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

Json reference(const std::string& name) { return {{"$ref", "#/definitions/" + name}}; }

/// {from: 0.1, to: 0.9, step: 0.1}, of numbers or of quantities.
Json range_schema() {
  const Json number{{"type", {"number", "string"}}};
  Json schema = keys_only({{"from", number}, {"to", number}, {"step", number}});
  schema["required"] = {"from", "to", "step"};
  schema["description"] = "values from, from + step, ..., to; both ends included, computed in decimal";
  return schema;
}

/// The values of an axis over one key, of which `item` says what one is.
Json axis_values(Json item) { return {{"type", "array"}, {"minItems", 1}, {"items", std::move(item)}}; }

/// {NAME: {KEY: value, ...}, ...}
Json named_points() {
  return {{"type", "object"},
          {"minProperties", 1},
          {"additionalProperties", reference("settings")},
          {"description", "named points, each sets any keys"}};
}

/// As fsin/sweep/spec.hpp reads it. Keys are known by their whole paths; the end of one is left to `fsin check`.
Json sweep_schema(const Json& keys) {
  Json axes = Json::object(), lists = Json::object();
  for (const auto& [path, schema] : keys.items()) {
    const Json each = axis_values(reference("value of " + path));
    axes[path] = {{"anyOf", Json::array({each, reference("range"), named_points()})}};
    lists[path] = {{"anyOf", Json::array({each, reference("range")})}};
  }
  const Json any_axis{{"anyOf", Json::array({axis_values(Json::object()), reference("range"), named_points()})}};
  const Json any_list{{"anyOf", Json::array({axis_values(Json::object()), reference("range")})}};
  Json schema = keys_only(
      {{"grid",
        {{"type", "object"},
         {"properties", std::move(axes)},
         {"additionalProperties", any_axis},
         {"description", "every combination of its axes; the first one varies slowest"}}},
       {"zip",
        {{"type", "object"},
         {"minProperties", 1},
         {"properties", std::move(lists)},
         {"additionalProperties", any_list},
         {"description", "lists or ranges of equal length under their keys, walked side by side: one more axis"}}},
       {"seeds",
        {{"anyOf", Json::array({Json{{"type", "integer"}, {"minimum", 1}, {"maximum", 100000}},
                                Json{{"type", "string"}, {"pattern", "^[0-9.eE+]+$"}}})},
         {"description", "runs a point; default: measure.seeds"}}}});
  schema["description"] = "what varies in fsin sweep";
  return schema;
}

Json settings_schema(const Json& keys) {
  Json properties = Json::object();
  for (const auto& [path, schema] : keys.items()) properties[path] = reference("value of " + path);
  return {{"type", "object"}, {"properties", std::move(properties)}};
}

}  // namespace

nlohmann::ordered_json experiment_schema() {
  experiment::Experiment experiment;
  const config::Fields fields = config::fields_of(experiment);
  Json schema{{"$schema", draft},
              {"title", "fsin experiment"},
              {"description", "An experiment or a sweep of fsin, a YAML file that begins with `fsin: 1`."}};
  Json own = config::editor_schema(fields);
  const Json keys = config::key_schemas(fields);
  Json properties{{"fsin",
                   {{"enum", {experiment::schema_version, fmt::format("{}", experiment::schema_version)}},
                    {"description", "version of the format"}}}};
  properties.update(own["properties"]);
  properties["sweep"] = sweep_schema(keys);
  Json definitions = std::move(own["definitions"]);
  for (const auto& [path, value] : keys.items()) definitions["value of " + path] = value;
  definitions["range"] = range_schema();
  definitions["settings"] = settings_schema(keys);
  schema.update(keys_only(std::move(properties)));
  schema["required"] = {"fsin"};
  // The axes of a sweep may give the keys that must be written.
  if (Json required = config::required_schema(fields); !required.is_null()) {
    schema["if"] = {{"not", {{"required", {"sweep"}}}}};
    schema["then"] = std::move(required);
  }
  schema["definitions"] = std::move(definitions);
  return schema;
}

nlohmann::ordered_json network_schema() {
  experiment::NetworkParams network;
  config::Fields fields;
  network.fields(fields);
  Json schema{{"$schema", draft},
              {"title", "fsin network"},
              {"description", "The network of an experiment in a file of its own, which network.file names."}};
  Json own = config::editor_schema(fields);
  own["properties"].erase("file");
  schema.update(own);
  return schema;
}

}  // namespace fsin::commands

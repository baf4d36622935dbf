// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/message_times_json.hpp"

#include <nlohmann/json.hpp>

namespace fsin::result {

using Json = nlohmann::ordered_json;

namespace {

Json percentiles_json(const stats::Percentiles& of) {
  return {{"mean", of.mean}, {"p50", of.p50}, {"p95", of.p95}, {"p99", of.p99}, {"max", of.max}};
}

stats::Percentiles read_percentiles(const Json& json) {
  if (!json.is_object()) return {};
  return {json.at("mean"), json.at("p50"), json.at("p95"), json.at("p99"), json.at("max")};
}

Json sizes_json(const stats::MessageSizes& row) {
  return {{"from_bytes", row.from},   {"to_bytes", row.to},
          {"messages", row.messages}, {"time", percentiles_json(row.time)},
          {"compared", row.compared}, {"slowdown", row.compared == 0 ? Json() : percentiles_json(row.slowdown)}};
}

stats::MessageSizes read_sizes(const Json& json) {
  return {json.at("from_bytes"), json.at("to_bytes"),
          json.at("messages"),   read_percentiles(json.at("time")),
          json.at("compared"),   read_percentiles(json.at("slowdown"))};
}

}  // namespace

Json message_times_json(const stats::MessageTimes& times) {
  Json json{{"messages", times.messages}, {"under_way", times.under_way}, {"requests", times.requests}};
  json["sizes"] = Json::array();
  for (const stats::MessageSizes& row : times.sizes) json["sizes"].push_back(sizes_json(row));
  json["all"] = sizes_json(times.all);
  return json;
}

std::optional<stats::MessageTimes> read_message_times(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  stats::MessageTimes times;
  times.messages = json.at("messages");
  times.under_way = json.at("under_way");
  times.requests = json.at("requests");
  for (const Json& row : json.at("sizes")) times.sizes.push_back(read_sizes(row));
  times.all = read_sizes(json.at("all"));
  return times;
}

}  // namespace fsin::result

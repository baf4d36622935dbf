// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/inputs_json.hpp"

#include <nlohmann/json.hpp>
#include <string>

namespace fsin::result {

using Json = nlohmann::ordered_json;

Json inputs_json(std::span<const Input> inputs) {
  Json list = Json::array();
  for (const Input& each : inputs) {
    Json entry;
    entry["kind"] = each.kind;
    entry["path"] = each.path.string();
    entry["digest"] = each.digest;
    entry["bytes"] = each.bytes;
    list.push_back(std::move(entry));
  }
  return list;
}

std::vector<Input> read_inputs(const Json& json) {
  std::vector<Input> inputs;
  for (const Json& each : json) {
    Input& input = inputs.emplace_back();
    input.kind = each.at("kind");
    input.path = each.at("path").get<std::string>();
    input.digest = each.at("digest");
    input.bytes = each.at("bytes");
  }
  return inputs;
}

}  // namespace fsin::result

// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/model_check.hpp"

namespace fsin::result {

nlohmann::ordered_json model_checks_json(const std::vector<ModelCheck>& checks) {
  auto json = nlohmann::ordered_json::array();
  for (const ModelCheck& each : checks) {
    json.push_back({{"name", each.name},
                    {"value", each.value},
                    {"limit", each.limit},
                    {"warns", each.warns()},
                    {"text", each.text}});
  }
  return json;
}

std::vector<ModelCheck> read_model_checks(const nlohmann::ordered_json& json) {
  std::vector<ModelCheck> checks;
  if (!json.is_array()) return checks;
  for (const auto& each : json)
    checks.push_back({each.at("name"), each.at("value"), each.at("limit"), each.at("text")});
  return checks;
}

}  // namespace fsin::result

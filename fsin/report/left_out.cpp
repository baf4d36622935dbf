// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/left_out.hpp"

namespace fsin::report {

nlohmann::ordered_json left_out_json(const LeftOut& left_out) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [kind, count] : left_out.counts) json[kind] = count;
  json["what"] = nlohmann::ordered_json::array();
  for (const LeftOut::Entry& each : left_out.what) {
    json["what"].push_back({{"kind", each.kind}, {"what", each.what}, {"count", each.count}});
  }
  json["text"] = left_out.text;
  return json;
}

std::string left_out_text(const nlohmann::ordered_json& json) {
  if (!json.is_object() || !json.contains("text") || !json["text"].is_string()) return {};
  return json["text"].get<std::string>();
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/left_out.hpp"

namespace fsin::result {

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

LeftOut read_left_out(const nlohmann::ordered_json& json) {
  LeftOut left_out;
  if (!json.is_object()) return left_out;
  for (const auto& [name, value] : json.items()) {
    if (name == "text") {
      left_out.text = value.get<std::string>();
    } else if (name != "what") {
      left_out.counts.emplace_back(name, value.get<std::uint64_t>());
    } else {
      for (const auto& each : value) left_out.what.push_back({each.at("kind"), each.at("what"), each.at("count")});
    }
  }
  return left_out;
}

}  // namespace fsin::result

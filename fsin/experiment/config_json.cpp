// SPDX-License-Identifier: Apache-2.0
#include "fsin/experiment/config_json.hpp"

#include <nlohmann/json.hpp>

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {
namespace {

using Json = nlohmann::ordered_json;

Json convert(const config::Tree& tree) {
  switch (tree.kind) {
    case config::Tree::Kind::null:
      return {};
    case config::Tree::Kind::text:
      return tree.text;
    case config::Tree::Kind::boolean:
      return tree.text == "true";
    case config::Tree::Kind::number:
      return Json::parse(tree.text);
    case config::Tree::Kind::list: {
      Json list = Json::array();
      for (const config::Tree& item : tree.items) list.push_back(convert(item));
      return list;
    }
    case config::Tree::Kind::map: {
      Json map = Json::object();
      for (const config::Tree& item : tree.items) map[item.key] = convert(item);
      return map;
    }
  }
  return {};
}

}  // namespace

Json config_json(const config::Tree& tree) {
  Json json;
  json["fsin"] = schema_version;
  json.update(convert(tree));
  return json;
}

}  // namespace fsin::experiment

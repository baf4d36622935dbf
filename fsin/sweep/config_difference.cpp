// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/config_difference.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fsin/core/json_text.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;

/// Keys that a comparison tells of elsewhere: what the sweep is called, its seeds, its stopping rule.
constexpr std::array<std::string_view, 7> left_out{
    "fsin", "name", "description", "measure.seed", "measure.seeds", "measure.until", "measure.confidence"};

std::string value_text(const Json& value, const Plan& plan) {
  if (!value.is_string()) return json_text(value);
  const std::string& text = value.get_ref<const std::string&>();
  if (text.empty()) return "\"\"";
  const std::string name = std::filesystem::path(text).filename().string();
  if (!plan.traces.is_object() || !plan.traces.contains(name) || !plan.traces[name].is_string()) return text;
  return name + " " + plan.traces[name].get<std::string>();
}

void flatten(const Json& value, const std::string& key, const Plan& plan, FlatConfig& flat) {
  if (std::find(left_out.begin(), left_out.end(), key) != left_out.end()) return;
  if (!value.is_object()) {
    flat[key] = value_text(value, plan);
    return;
  }
  for (const auto& [name, item] : value.items()) flatten(item, key.empty() ? name : key + "." + name, plan, flat);
}

const std::string& value_of(const FlatConfig& flat, const std::string& key) {
  static const std::string none;
  const auto found = flat.find(key);
  return found == flat.end() ? none : found->second;
}

using ByKey = std::map<std::string, std::vector<ConfigDifference>>;

void note(ByKey& differences, const std::string& key, const std::string& a, const std::string& b, std::size_t pair) {
  auto& known = differences[key];
  const auto same = std::find_if(known.begin(), known.end(), [&](const auto& d) { return d.a == a && d.b == b; });
  if (same != known.end()) {
    same->pairs.push_back(pair);
  } else {
    known.push_back({key, a, b, {pair}});
  }
}

}  // namespace

FlatConfig flat_config(const Plan& plan, std::size_t point) {
  FlatConfig flat;
  flatten(plan.points[point].config, "", plan, flat);
  return flat;
}

std::vector<ConfigDifference> config_differences(const std::vector<std::pair<FlatConfig, FlatConfig>>& pairs) {
  ByKey differences;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [a, b] = pairs[i];
    for (const auto& [key, value] : a) {
      if (value != value_of(b, key)) note(differences, key, value, value_of(b, key), i);
    }
    for (const auto& [key, value] : b) {
      if (!a.contains(key)) note(differences, key, "", value, i);
    }
  }
  std::vector<ConfigDifference> all;
  for (auto& [key, list] : differences) all.insert(all.end(), list.begin(), list.end());
  return all;
}

}  // namespace fsin::sweep

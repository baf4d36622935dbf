// SPDX-License-Identifier: Apache-2.0
// What a sweep was asked for, and by whom: axes, resolved configurations, provenance.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "fsin/core/json_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/result/inputs_json.hpp"

namespace fsin::report::page {
namespace {

constexpr std::size_t most_configurations = 2'000;

std::vector<std::string> steps_of(const sweep::Plan& plan, std::size_t axis) {
  std::vector<std::string> steps;
  std::set<std::string> seen;
  for (const sweep::PlannedPoint& point : plan.points) {
    if (seen.insert(point.labels[axis]).second) steps.push_back(point.labels[axis]);
  }
  return steps;
}

/// Whether every step of the axis stands for one offered load, and the steps for different ones.
bool is_load_axis(const sweep::Plan& plan, std::size_t axis) {
  std::map<std::string, double> loads;
  std::set<double> different;
  for (const sweep::PlannedPoint& point : plan.points) {
    const Json& load = sweep::value_at(point.config, "workload.load");
    if (!load.is_number()) return false;
    const auto value = load.get<double>();
    if (loads.try_emplace(point.labels[axis], value).first->second != value) return false;
    different.insert(value);
  }
  return loads.size() > 1 && different.size() == loads.size();
}

void flatten(const Json& value, const std::string& path, std::map<std::string, std::size_t>& numbers,
             std::vector<std::string>& paths, std::map<std::size_t, std::string>& values) {
  if (value.is_object()) {
    for (const auto& [key, item] : value.items()) {
      flatten(item, path.empty() ? key : path + "." + key, numbers, paths, values);
    }
    return;
  }
  const auto [place, fresh] = numbers.try_emplace(path, paths.size());
  if (fresh) paths.push_back(path);
  values[place->second] = value.is_string() ? value.get<std::string>() : json_text(value);
}

}  // namespace

namespace {

/// What the values of an axis are, in words: "Router queue" of network.router.queue, "Bandwidth" of link.bandwidth; the
/// name of an axis of named points stays as it was given, with a capital.
std::string words_of_axis(std::string_view name) {
  for (const std::string_view section : {"network.", "workload.", "measure."}) {
    if (name.starts_with(section)) name.remove_prefix(section.size());
  }
  std::string words(name);
  for (char& c : words) {
    if (c == '.' || c == '_') c = ' ';
  }
  if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
    words.front() = static_cast<char>(words.front() - 'a' + 'A');
  return words;
}

}  // namespace

Json axes_json(const sweep::Plan& plan) {
  Json json = Json::array();
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
    const std::vector<std::string> steps = steps_of(plan, axis);
    const bool numeric =
        std::all_of(steps.begin(), steps.end(), [](const std::string& step) { return parse_real(step).has_value(); });
    const bool load = is_load_axis(plan, axis);
    json.push_back({{"name", plan.axes[axis]},
                    {"title", load ? std::string("Offered load") : words_of_axis(plan.axes[axis])},
                    {"unit", load ? "phits/node/cycle" : ""},
                    {"steps", steps},
                    {"numeric", numeric && steps.size() > 1},
                    {"load", load}});
  }
  return json;
}

Json configurations_json(const sweep::Results& results) {
  const auto& points = results.plan.points;
  std::map<std::string, std::size_t> numbers;
  std::vector<std::string> paths;
  std::map<std::size_t, std::string> base;
  Json different = Json::array();
  const std::size_t shown = std::min(points.size(), most_configurations);
  for (std::size_t point = 0; point < shown; ++point) {
    std::map<std::size_t, std::string> values;
    flatten(points[point].config, "", numbers, paths, values);
    if (point == 0) base = values;
    Json own = Json::array();
    for (const auto& [path, value] : values) {
      const auto same = base.find(path);
      if (same == base.end() || same->second != value) own.push_back({path, value});
    }
    for (const auto& [path, value] : base) {
      if (!values.contains(path)) own.push_back({path, nullptr});
    }
    different.push_back(std::move(own));
  }
  Json first = Json::array();
  for (const auto& [path, value] : base) first.push_back({path, value});
  return {{"paths", paths}, {"base", first}, {"points", different}, {"note", cut_note(shown, points.size())}};
}

Json provenance_json(const sweep::Results& results) {
  const sweep::Plan& plan = results.plan;
  const sweep::Provenance& provenance = results.provenance;
  Json json;
  json["version"] = provenance.version;
  json["compiler"] = provenance.compiler;
  json["host"] = provenance.host;
  json["started"] = provenance.started;
  json["finished"] = provenance.finished;
  json["shard"] = provenance.shard;
  json["digest"] = results.digest;
  json["source"] = plan.source;
  json["engine"] = plan.engine;
  json["first_seed"] = plan.first_seed;
  json["seeds"] = plan.seeds;
  json["confidence"] = plan.confidence;
  json["until"] = plan.until;
  json["inputs"] = result::inputs_json(provenance.inputs);
  double cpu = 0, wall = 0;
  for (const sweep::Run& run : results.runs) {
    cpu += run.result.host.cpu_s;
    wall += run.result.host.wall_s;
  }
  json["cpu_s"] = rounded(cpu);
  json["wall_s"] = rounded(wall);
  return json;
}

}  // namespace fsin::report::page

// SPDX-License-Identifier: Apache-2.0
// Each run with its fingerprint, so that the page that simulates (docs/teaching.md) can run it again and compare, or
// the reason why that page cannot.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "fsin/core/json_text.hpp"
#include "fsin/report/page/networks.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/stats/outcome.hpp"

namespace fsin::report::page {
namespace {

constexpr double most_routers = 1024;  // fsin/browser/settings.cpp

const Json& at(const Json& config, const std::string& path) { return sweep::value_at(config, path); }

/// Lists with entries, numbers but 0.
bool asks(const Json& value) {
  if (value.is_array()) return !value.empty();
  return value.is_number() && value != 0;
}

/// A key at any depth that names a file.
bool names_file(const Json& value) {
  if (!value.is_structured()) return false;
  if (value.is_object() && value.contains("file") && value["file"].is_string() && value["file"] != "") return true;
  return std::any_of(value.begin(), value.end(), names_file);
}

/// Why the page cannot run the point; empty: it can. Of what is not told here, such as a routing that needs more, the
/// page tells itself.
std::string refusal(const sweep::PlannedPoint& point) {
  const Json& config = point.config;
  const Json& workload = at(config, "workload.type");
  if (workload != "synthetic")
    return fmt::format("workload.type is {}; the page has synthetic load only",
                       workload.is_string() ? workload.get<std::string>() : "unknown");
  if (const Json& model = at(config, "network.model.type"); model.is_string() && model != "routers")
    return fmt::format("network.model is {}; the page has routers only", model.get<std::string>());
  for (const char* key : {"links", "routers", "random_links", "random_routers"}) {
    const std::string path = fmt::format("network.faults.{}", key);
    if (asks(at(config, path))) return path + ": the page has no links or routers that fail";
  }
  for (const char* path : {"network.link.bandwidth_by_class", "network.link.delay_by_class"}) {
    if (asks(at(config, path))) return fmt::format("{}: all links of the page are alike", path);
  }
  if (at(config, "measure.find") == "saturation") return "measure.find: the page does not search for saturation";
  if (at(config, "measure.warmup") == "auto") return "measure.warmup is auto; the page makes no pilot run";
  if (names_file(at(config, "network")) || names_file(at(config, "workload")))
    return "it needs a file, and the page reads none";
  return "";
}

/// The same of how the runs were made.
std::string refusal(std::span<const sweep::Run> runs) {
  const auto original = [](const sweep::Run& run) { return run.result.origin.rng == "original"; };
  if (std::any_of(runs.begin(), runs.end(), original))
    return "its random numbers are those of the original simulator, which the page does not have";
  return "";
}

/// [seed, fingerprint, outcome], the outcome only where it is not "finished", the fingerprint empty where there is none
/// of a whole run. A seed may be larger than the numbers of JavaScript.
Json run_json(const sweep::Run& run) {
  const bool whole = run.result.fingerprint && !run.result.partial;
  Json json = Json::array({std::to_string(run.seed), whole ? result::fingerprint_text(*run.result.fingerprint) : ""});
  if (!run.result.outcome)
    json.push_back("unknown");
  else if (*run.result.outcome != stats::Outcome::finished)
    json.push_back(stats::to_string(*run.result.outcome));
  return json;
}

/// Networks that a page is too small for, by their number of routers.
class Routers {
 public:
  std::string refusal(const sweep::PlannedPoint& point) {
    const Json& topology = topology_of(point);
    const auto [known, fresh] = routers_.try_emplace(json_text(topology));
    if (fresh) known->second = routers_of(topology);
    if (known->second <= most_routers) return "";
    return fmt::format("{:.0f} routers; the page has up to {:.0f}", known->second, most_routers);
  }

 private:
  std::map<std::string, double> routers_;
};

}  // namespace

Json again_json(const sweep::Results& results) {
  Routers routers;
  std::set<std::string> versions;
  Json points = Json::array();
  for (std::size_t point = 0; point < results.plan.points.size(); ++point) {
    const auto runs = results.runs_of(point);
    std::string why = refusal(results.plan.points[point]);
    if (why.empty()) why = refusal(runs);
    if (why.empty()) why = routers.refusal(results.plan.points[point]);
    Json entry{{"runs", Json::array()}};
    for (const sweep::Run& run : runs) {
      entry["runs"].push_back(run_json(run));
      versions.insert(run.result.origin.version);
    }
    if (!why.empty()) entry["refused"] = why;
    points.push_back(std::move(entry));
  }
  std::string version;
  for (const std::string& each : versions) version += (version.empty() ? "" : ", ") + each;
  return {{"simulator", nullptr}, {"version", version}, {"points", points}};
}

}  // namespace fsin::report::page

// SPDX-License-Identifier: Apache-2.0
// Critical paths: for each point what its cycles are spent on, the ranks, calls and links with most of them, and its
// steps, each a list [rank, destination or -1, first cycle, last cycle, part with most cycles, call].
#include <algorithm>
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"
#include "fsin/report/profile_text.hpp"

namespace fsin::report::page {
namespace {

constexpr std::size_t most_paths = 20;
constexpr std::size_t most_links = 20;

Json step_json(const profile::PathStep& step) {
  const auto most = std::max_element(step.cycles.begin(), step.cycles.end());
  const bool message = step.kind == profile::PathStep::Kind::message;
  return {step.rank,
          message ? static_cast<std::int64_t>(step.destination) : -1,
          step.first,
          step.last,
          most - step.cycles.begin(),
          step.call == profile::no_call ? -1 : static_cast<int>(step.call)};
}

Json point_json(const result::KeptProfile& kept) {
  const profile::CriticalPath& path = *kept.path;
  Json json{{"cycles", path.cycles},  {"parts", kept.summary.cycles},    {"messages", kept.summary.messages},
            {"queue", path.queue},    {"links_known", path.links_known}, {"left_out", kept.steps_left_out},
            {"calls", Json::array()}, {"ranks", Json::array()},          {"by_call", Json::array()},
            {"links", Json::array()}, {"steps", Json::array()}};
  for (const profile::CallName& name : kept.names) json["calls"].push_back(name.text());
  for (const auto& [rank, cycles] : kept.summary.by_rank) json["ranks"].push_back({rank, profile::total(cycles)});
  for (const auto& [call, cycles] : kept.summary.by_call)
    json["by_call"].push_back({call_text(kept.names, call), profile::total(cycles)});
  for (std::size_t i = 0; i < std::min(path.links.size(), most_links); ++i) {
    const profile::PathLink& link = path.links[i];
    json["links"].push_back({link.from, link.port, link.to, link.packets, link.delay});
  }
  for (const profile::PathStep& step : path.steps) json["steps"].push_back(step_json(step));
  return json;
}

}  // namespace

Json path_json(const sweep::Results& results) {
  Json json = objects_by_point(results, most_paths, [&results](std::size_t point) {
    const result::KeptProfile* profile = profile_of(results, point);
    return profile == nullptr || !profile->path || !profile->path->known ? Json() : point_json(*profile);
  });
  if (json.is_null()) return json;
  json["parts"] = profile::path_part_names;
  json["docs"] = profile::path_part_docs;
  return json;
}

}  // namespace fsin::report::page

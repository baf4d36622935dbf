// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/profile_json.hpp"

#include <nlohmann/json.hpp>

namespace fsin::result {
namespace {

using Json = nlohmann::ordered_json;
using profile::CallProfile;
using profile::PathStep;

int call_json(std::uint16_t call) { return call == profile::no_call ? -1 : static_cast<int>(call); }
std::uint16_t read_call(const Json& json) {
  const int call = json.get<int>();
  return call < 0 ? profile::no_call : static_cast<std::uint16_t>(call);
}

Json cycles_json(const profile::PathCycles& cycles) {
  Json json;
  for (std::size_t i = 0; i < profile::path_parts; ++i) json[std::string(profile::path_part_names[i])] = cycles[i];
  return json;
}
profile::PathCycles read_cycles(const Json& json) {
  profile::PathCycles cycles{};
  for (std::size_t i = 0; i < profile::path_parts; ++i)
    cycles[i] = json.at(std::string(profile::path_part_names[i])).get<Cycle>();
  return cycles;
}

Json phase_json(const CallProfile::Row& row) {
  Json json{{"call", call_json(row.call)}, {"calls", row.calls},    {"messages", row.messages},
            {"bytes", row.bytes},          {"mean", row.mean},      {"max", row.most},
            {"max_rank", row.most_rank},   {"longest", row.longest}};
  for (std::size_t i = 0; i < row.cycles.size(); ++i) json[std::string(workload::activity_names[i])] = row.cycles[i];
  return json;
}
CallProfile::Row read_phase(const Json& json) {
  CallProfile::Row row{read_call(json.at("call")),
                       json.at("calls"),
                       json.at("messages"),
                       json.at("bytes"),
                       {},
                       json.at("mean"),
                       json.at("max"),
                       json.at("max_rank"),
                       json.at("longest")};
  for (std::size_t i = 0; i < row.cycles.size(); ++i)
    row.cycles[i] = json.at(std::string(workload::activity_names[i])).get<double>();
  return row;
}

Json step_json(const PathStep& step) {
  const bool message = step.kind == PathStep::Kind::message;
  Json json{message ? "message" : "rank", step.rank, call_json(step.call), step.first, step.last};
  for (const Cycle cycles : step.cycles) json.push_back(cycles);
  if (message) {
    for (const std::uint64_t each : {std::uint64_t{step.destination}, step.bytes, std::uint64_t{step.hops}})
      json.push_back(each);
  }
  return json;
}
PathStep read_step(const Json& json) {
  PathStep step;
  step.kind = json.at(0) == "message" ? PathStep::Kind::message : PathStep::Kind::rank;
  step.rank = json.at(1);
  step.call = read_call(json.at(2));
  step.first = json.at(3);
  step.last = json.at(4);
  for (std::size_t i = 0; i < profile::path_parts; ++i) step.cycles[i] = json.at(5 + i).get<Cycle>();
  if (step.kind == PathStep::Kind::rank) return step;
  step.destination = json.at(5 + profile::path_parts);
  step.bytes = json.at(6 + profile::path_parts);
  step.hops = json.at(7 + profile::path_parts);
  return step;
}

Json path_json(const KeptProfile& kept) {
  const profile::CriticalPath& path = *kept.path;
  Json json{{"known", path.known}, {"cycles", path.cycles}};
  if (!path.known) return json;
  json["parts"] = cycles_json(kept.summary.cycles);
  json["messages"] = kept.summary.messages;
  json["links_known"] = path.links_known;
  json["queue"] = path.queue;
  json["memory"] = path.memory;
  json["by_rank"] = Json::array();
  for (const auto& [rank, cycles] : kept.summary.by_rank) {
    json["by_rank"].push_back({{"rank", rank}, {"parts", cycles_json(cycles)}});
  }
  json["by_call"] = Json::array();
  for (const auto& [call, cycles] : kept.summary.by_call) {
    json["by_call"].push_back({{"call", call_json(call)}, {"parts", cycles_json(cycles)}});
  }
  json["links"] = Json::array();
  for (const profile::PathLink& link : path.links)
    json["links"].push_back({link.from, link.port, link.to, link.packets, link.delay});
  json["steps"] = Json::array();
  for (const PathStep& step : path.steps) json["steps"].push_back(step_json(step));
  json["steps_left_out"] = kept.steps_left_out;
  return json;
}

void read_path(const Json& json, KeptProfile& kept) {
  profile::CriticalPath& path = kept.path.emplace();
  path.known = json.at("known");
  path.cycles = json.at("cycles");
  path.names = kept.names;
  if (!path.known) return;
  kept.summary.cycles = read_cycles(json.at("parts"));
  kept.summary.messages = json.at("messages");
  path.links_known = json.at("links_known");
  path.queue = json.at("queue");
  path.memory = json.at("memory");
  for (const Json& row : json.at("by_rank"))
    kept.summary.by_rank[row.at("rank").get<std::uint32_t>()] = read_cycles(row.at("parts"));
  for (const Json& row : json.at("by_call"))
    kept.summary.by_call[read_call(row.at("call"))] = read_cycles(row.at("parts"));
  for (const Json& row : json.at("links"))
    path.links.push_back({row.at(0), row.at(1), row.at(2), row.at(3), row.at(4)});
  for (const Json& row : json.at("steps")) path.steps.push_back(read_step(row));
  kept.steps_left_out = json.at("steps_left_out");
}

}  // namespace

Json profile_json(const KeptProfile& kept) {
  Json json;
  json["calls"] = Json::array();
  for (const profile::CallName& name : kept.names)
    json["calls"].push_back({{"function", name.function}, {"algorithm", name.algorithm}});
  json["phases"] = Json::array();
  for (const CallProfile::Row& row : kept.phases) json["phases"].push_back(phase_json(row));
  Json spans = Json::array();
  for (const KeptProfile::ChartSpan& each : kept.chart) {
    spans.push_back({each.rank, call_json(each.call), each.first, each.last});
    if (each.stream != 0) spans.back().push_back(each.stream);
  }
  json["chart"] = {{"shortest", kept.chart_shortest}, {"calls", std::move(spans)}};
  Json cells = Json::array();
  for (const KeptProfile::Cell& cell : kept.traffic)
    cells.push_back({cell.source, cell.destination, cell.messages, cell.bytes});
  json["traffic"] = {{"ranks_per_block", kept.ranks_per_block}, {"cells", std::move(cells)}};
  if (kept.path) json["critical_path"] = path_json(kept);
  return json;
}

KeptProfile read_profile(const Json& json) {
  KeptProfile kept;
  for (const Json& name : json.at("calls")) kept.names.push_back({name.at("function"), name.at("algorithm")});
  for (const Json& row : json.at("phases")) kept.phases.push_back(read_phase(row));
  kept.chart_shortest = json.at("chart").at("shortest");
  for (const Json& row : json.at("chart").at("calls"))
    kept.chart.push_back(
        {{row.at(0), read_call(row.at(1)), row.at(2), row.at(3)}, row.size() > 4 ? row.at(4).get<std::uint32_t>() : 0});
  kept.ranks_per_block = json.at("traffic").at("ranks_per_block");
  for (const Json& cell : json.at("traffic").at("cells"))
    kept.traffic.push_back({cell.at(0), cell.at(1), cell.at(2), cell.at(3)});
  if (json.contains("critical_path")) read_path(json.at("critical_path"), kept);
  return kept;
}

}  // namespace fsin::result

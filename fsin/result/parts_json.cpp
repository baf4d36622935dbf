// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/parts_json.hpp"

#include <nlohmann/json.hpp>

namespace fsin::result {

using Json = nlohmann::ordered_json;

Json jobs_json(const std::vector<stats::JobFigures>& jobs, double seconds_per_cycle) {
  Json list = Json::array();
  for (const stats::JobFigures& job : jobs) {
    const auto slowdown = job.slowdown();
    list.push_back({{"name", job.name},
                    {"by_flow", job.by_flow},
                    {"ranks", job.ranks},
                    {"nodes", job.nodes},
                    {"start_cycle", job.start},
                    {"end_cycle", job.finished},
                    {"cycles", job.cycles()},
                    {"seconds", static_cast<double>(job.cycles()) * seconds_per_cycle},
                    {"compute_cycles", job.compute},
                    {"wait_cycles", job.wait},
                    {"messages", job.messages},
                    {"bytes", job.bytes},
                    {"alone_cycles", job.alone ? Json(*job.alone) : Json()},
                    {"slowdown", slowdown ? Json(*slowdown) : Json()}});
  }
  return list;
}

std::vector<stats::JobFigures> read_jobs(const Json& json) {
  std::vector<stats::JobFigures> jobs;
  if (!json.is_array()) return jobs;
  for (const Json& row : json) {
    stats::JobFigures& job = jobs.emplace_back();
    job.name = row.at("name").get<std::string>();
    job.by_flow = row.value("by_flow", false);
    job.ranks = row.at("ranks");
    job.nodes = row.at("nodes");
    job.start = row.at("start_cycle");
    job.finished = row.at("end_cycle");
    job.compute = row.at("compute_cycles");
    job.wait = row.at("wait_cycles");
    job.messages = row.at("messages");
    job.bytes = row.at("bytes");
    if (row.at("alone_cycles").is_number()) job.alone = row.at("alone_cycles").get<Cycle>();
  }
  return jobs;
}

Json left_out_json(const LeftOut& left_out) {
  Json json = Json::object();
  for (const auto& [kind, count] : left_out.counts) json[kind] = count;
  json["what"] = Json::array();
  for (const LeftOut::Entry& each : left_out.what) {
    json["what"].push_back({{"kind", each.kind}, {"what", each.what}, {"count", each.count}});
  }
  json["text"] = left_out.text;
  return json;
}

LeftOut read_left_out(const Json& json) {
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

Json unheeded_json(const std::vector<Unheeded>& unheeded) {
  Json json = Json::array();
  for (const Unheeded& each : unheeded) json.push_back({{"key", each.key}, {"why", each.why}});
  return json;
}

std::vector<Unheeded> read_unheeded(const Json& json) {
  std::vector<Unheeded> unheeded;
  for (const Json& each : json) unheeded.push_back({each.at("key"), each.at("why")});
  return unheeded;
}

Json sampling_json(const Sampling& sampling, double seconds_per_cycle) {
  return {{"rounds", sampling.rounds},
          {"simulated", sampling.simulated},
          {"settled", sampling.settled},
          {"period", sampling.period},
          {"round_cycles", sampling.round_cycles},
          {"round_half_width", sampling.round_half_width},
          {"cycles", sampling.cycles},
          {"half_width", sampling.half_width},
          {"seconds", sampling.cycles * seconds_per_cycle},
          {"confidence", sampling.confidence}};
}

std::optional<Sampling> read_sampling(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Sampling sampling;
  sampling.rounds = json.at("rounds");
  sampling.simulated = json.at("simulated");
  sampling.settled = json.at("settled");
  sampling.period = json.at("period");
  sampling.round_cycles = json.at("round_cycles");
  sampling.round_half_width = json.at("round_half_width");
  sampling.cycles = json.at("cycles");
  sampling.half_width = json.at("half_width");
  sampling.confidence = json.at("confidence");
  return sampling;
}

Json model_checks_json(const std::vector<ModelCheck>& checks) {
  auto json = Json::array();
  for (const ModelCheck& each : checks) {
    json.push_back({{"name", each.name},
                    {"value", each.value},
                    {"limit", each.limit},
                    {"warns", each.warns()},
                    {"text", each.text}});
  }
  return json;
}

std::vector<ModelCheck> read_model_checks(const Json& json) {
  std::vector<ModelCheck> checks;
  if (!json.is_array()) return checks;
  for (const auto& each : json)
    checks.push_back({each.at("name"), each.at("value"), each.at("limit"), each.at("text")});
  return checks;
}

}  // namespace fsin::result

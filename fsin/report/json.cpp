// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json.hpp"

#include <cmath>
#include <string>
#include <string_view>

namespace fsin::report {
namespace {

using Json = nlohmann::ordered_json;

/// root["a"]["b"] for the name "a.b".
Json& at_dotted(Json& root, std::string_view name) {
  Json* place = &root;
  while (true) {
    const std::size_t dot = name.find('.');
    place = &(*place)[std::string(name.substr(0, dot))];
    if (dot == std::string_view::npos) return *place;
    name.remove_prefix(dot + 1);
  }
}

Json host_json(const RunResult& run) {
  const HostUsage& host = run.host;
  const std::uint64_t hops = run.record.totals.packet_hops;
  Json json;
  json["wall_s"] = host.wall_s;
  json["cpu_s"] = host.cpu_s;
  json["packet_hops"] = hops;
  json["packet_hops_per_s"] = host.cpu_s > 0 ? Json(static_cast<double>(hops) / host.cpu_s) : Json();
  json["peak_rss_bytes"] = host.peak_rss_bytes;
  json["threads"] = host.threads;
  return json;
}

Json summary_json(const ExperimentResult& experiment) {
  std::vector<stats::NamedValues> values;
  for (const RunResult& run : experiment.runs) values.push_back(stats::named_values(run.record));
  Json json = Json::object();
  for (const auto& [name, estimate] : stats::summarise(values, experiment.confidence)) {
    Json& entry = at_dotted(json, name);
    entry["mean"] = estimate.mean;
    entry["stddev"] = estimate.stddev;
    entry["half_width"] = std::isfinite(estimate.half_width) ? Json(estimate.half_width) : Json();
    entry["n"] = estimate.n;
  }
  return json;
}

}  // namespace

Json run_json(const ExperimentResult& experiment, const RunResult& run) {
  const stats::RunTotals& totals = run.record.totals;
  Json json;
  json["name"] = experiment.name;
  json["outcome"] = std::string(stats::to_string(totals.outcome));
  json["partial"] = is_partial(run);
  for (const stats::Metric& metric : stats::metrics()) {
    Json& place = at_dotted(json, metric.name);
    const auto value = metric.value(run.record);
    if (!value) continue;
    if (const auto* whole = std::get_if<std::uint64_t>(&*value)) {
      place = *whole;
    } else {
      place = std::get<double>(*value);
    }
  }
  for (const Probe& probe : run.probes) {
    json["probes"].push_back({{"load", probe.load},
                              {"accepted", probe.accepted},
                              {"latency", probe.latency},
                              {"saturated", probe.saturated}});
  }
  if (totals.workload.part_of_trace) {
    json["workload"]["region"] = {{"sends_left_out", totals.workload.sends_left_out},
                                  {"receives_left_out", totals.workload.receives_left_out}};
  }
  json["workload"]["left_out"] = left_out_json(experiment.left_out);
  json["host"] = host_json(run);
  json["fingerprint"] = fingerprint_text(totals.fingerprint);
  json["diagnosis"] = totals.diagnosis;
  if (!totals.failure.empty()) json["failure"] = totals.failure;
  json["seed"] = run.record.seed;
  json["engine"] = experiment.engine;
  json["rng"] = experiment.rng;
  json["version"] = experiment.version;
  json["config"] = experiment.config;
  return json;
}

Json experiment_json(const ExperimentResult& experiment) {
  if (experiment.runs_wanted == 1 && experiment.runs.size() == 1) {
    return run_json(experiment, experiment.runs.front());
  }
  const stats::Outcome outcome = overall_outcome(experiment);
  Json json;
  json["name"] = experiment.name;
  json["outcome"] = std::string(stats::to_string(outcome));
  json["partial"] = outcome == stats::Outcome::interrupted;
  json["confidence"] = experiment.confidence;
  json["runs_wanted"] = experiment.runs_wanted;
  json["summary"] = summary_json(experiment);
  json["version"] = experiment.version;
  json["config"] = experiment.config;
  json["runs"] = Json::array();
  for (const RunResult& run : experiment.runs) json["runs"].push_back(run_json(experiment, run));
  return json;
}

}  // namespace fsin::report

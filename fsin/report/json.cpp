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

Json host_json(const HostUsage& host, std::uint64_t hops) {
  Json json;
  json["wall_s"] = host.wall_s;
  json["cpu_s"] = host.cpu_s;
  json["packet_hops"] = hops;
  json["packet_hops_per_s"] = host.cpu_s > 0 ? Json(static_cast<double>(hops) / host.cpu_s) : Json();
  json["peak_rss_bytes"] = host.peak_rss_bytes;
  json["threads"] = host.threads;
  return json;
}

Json estimate_json(const stats::Estimate& estimate) {
  Json json;
  json["mean"] = estimate.n > 0 ? Json(estimate.mean) : Json();
  json["stddev"] = estimate.n > 0 ? Json(estimate.stddev) : Json();
  json["half_width"] = estimate.n > 0 && std::isfinite(estimate.half_width) ? Json(estimate.half_width) : Json();
  json["n"] = estimate.n;
  return json;
}

/// The mean of a figure over the runs; a whole number for figures that count, where the mean is one.
Json mean_json(const stats::RunningEstimate& figure, bool counts) {
  if (figure.count() == 0) return {};
  const double mean = figure.estimate(0.5).mean;
  if (counts && mean >= 0 && mean < 1e15 && mean == std::floor(mean)) return static_cast<std::uint64_t>(mean);
  return mean;
}

bool counts(const stats::Metric& metric, const RunResult& run) {
  const auto value = metric.value(run.record);
  return value && std::holds_alternative<std::uint64_t>(*value);
}

void add_outcome_and_figures(Json& json, const RunResult& run, const LeftOut& left_out) {
  const stats::RunTotals& totals = run.record.totals;
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
                              {"cycles", probe.cycles},
                              {"saturated", probe.saturated},
                              {"slow", probe.slow}});
  }
  if (totals.workload.part_of_trace) {
    json["workload"]["region"] = {{"sends_left_out", totals.workload.sends_left_out},
                                  {"receives_left_out", totals.workload.receives_left_out}};
  }
  json["workload"]["left_out"] = left_out_json(left_out);
  json["host"] = host_json(run.host, totals.packet_hops);
  json["fingerprint"] = fingerprint_text(totals.fingerprint);
  json["diagnosis"] = totals.diagnosis;
  if (!totals.failure.empty()) json["failure"] = totals.failure;
}

void add_origin(Json& json, const RunOrigin& origin) {
  json["engine"] = origin.engine;
  json["rng"] = origin.rng;
  json["version"] = origin.version;
  json["program"] = origin.program;
}

}  // namespace

Json result_json(const RunOrigin& origin, const RunResult& run) {
  Json json;
  add_outcome_and_figures(json, run, origin.left_out);
  add_origin(json, origin);
  return json;
}

Json run_json(const ExperimentResult& experiment, const RunResult& run) {
  Json json;
  json["name"] = experiment.name;
  add_outcome_and_figures(json, run, experiment.origin.left_out);
  json["seed"] = run.record.seed;
  add_origin(json, experiment.origin);
  json["config"] = experiment.config;
  return json;
}

Json experiment_json(const ExperimentResult& experiment) {
  const RunsSummary& runs = experiment.runs;
  const stats::Outcome outcome = overall_outcome(experiment);
  const RunResult first = runs.first() != nullptr ? *runs.first() : RunResult{};
  Json json = run_json(experiment, first);
  json["outcome"] = std::string(stats::to_string(outcome));
  json["partial"] = outcome == stats::Outcome::interrupted;
  json["summary"] = Json::object();
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    const stats::Metric& metric = stats::metrics()[i];
    const stats::RunningEstimate& figure = runs.figure(i);
    if (runs.count() > 1) at_dotted(json, metric.name) = mean_json(figure, counts(metric, first));
    at_dotted(json["summary"], metric.name) = estimate_json(figure.estimate(experiment.confidence));
  }
  json["host"] = host_json(runs.host(), runs.packet_hops());
  json["fingerprint"] = fingerprint_text(runs.fingerprint());
  if (const auto alike = runs.outcomes().find(outcome); alike != runs.outcomes().end()) {
    json["diagnosis"] = alike->second.first.record.totals.diagnosis;
  }
  if (!runs.failure().empty()) json["failure"] = runs.failure();
  json["confidence"] = experiment.confidence;
  json["runs_wanted"] = experiment.runs_wanted;
  json["outcomes"] = Json::object();
  for (const auto& [each, alike] : runs.outcomes()) json["outcomes"][std::string(stats::to_string(each))] = alike.runs;
  return json;
}

}  // namespace fsin::report

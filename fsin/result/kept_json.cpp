// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/kept_json.hpp"

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "fsin/result/detail_json.hpp"
#include "fsin/result/message_times_json.hpp"
#include "fsin/result/parts_json.hpp"
#include "fsin/result/profile_json.hpp"
#include "fsin/result/sites_json.hpp"
#include "fsin/stats/joint_outcome.hpp"

namespace fsin::result {
namespace {

/// The value at a dotted name, null when there is none.
const Json& value_at(const Json& object, std::string_view name) {
  static const Json none;
  const Json* place = &object;
  while (true) {
    const std::size_t dot = name.find('.');
    if (!place->is_object()) return none;
    const auto found = place->find(std::string(name.substr(0, dot)));
    if (found == place->end()) return none;
    place = &*found;
    if (dot == std::string_view::npos) return *place;
    name.remove_prefix(dot + 1);
  }
}

/// Leaves alone what is not there.
template <class Value>
void read(const Json& object, std::string_view name, Value& value) {
  if (const Json& found = value_at(object, name); !found.is_null()) value = found.get<Value>();
}

Json figure_json(const std::optional<stats::MetricValue>& figure) {
  if (!figure) return {};
  return std::visit([](auto value) { return Json(value); }, *figure);
}

std::optional<stats::MetricValue> read_figure(const Json& json) {
  if (json.is_number_unsigned()) return json.get<std::uint64_t>();
  if (json.is_number()) return json.get<double>();
  return std::nullopt;
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

void read_host(const Json& json, KeptResult& kept) {
  read(json, "host.wall_s", kept.host.wall_s);
  read(json, "host.cpu_s", kept.host.cpu_s);
  read(json, "host.packet_hops", kept.packet_hops);
  read(json, "host.peak_rss_bytes", kept.host.peak_rss_bytes);
  read(json, "host.threads", kept.host.threads);
}

Json probe_json(const Probe& probe) {
  return {{"load", probe.load},     {"accepted", probe.accepted},   {"latency", probe.latency},
          {"cycles", probe.cycles}, {"saturated", probe.saturated}, {"slow", probe.slow}};
}

Probe read_probe(const Json& json) {
  Probe probe;
  read(json, "load", probe.load);
  read(json, "accepted", probe.accepted);
  read(json, "latency", probe.latency);
  read(json, "cycles", probe.cycles);
  read(json, "saturated", probe.saturated);
  read(json, "slow", probe.slow);
  return probe;
}

Json departures_json(const workload::Departures& departures) {
  Json first = Json::array();
  for (const workload::Departure& each : departures.first) {
    first.push_back({{"cycle", each.cycle},
                     {"rank", each.rank},
                     {"record", each.record},
                     {"recorded", each.recorded},
                     {"actual", each.actual}});
  }
  return {{"receives", departures.receives}, {"departures", departures.count}, {"first", std::move(first)}};
}

workload::Departures read_departures(const Json& json) {
  workload::Departures departures;
  read(json, "receives", departures.receives);
  read(json, "departures", departures.count);
  for (const Json& each : json.at("first")) {
    departures.first.push_back(
        {each.at("cycle"), each.at("rank"), each.at("record"), each.at("recorded"), each.at("actual")});
  }
  return departures;
}

std::uint64_t read_fingerprint(const Json& json) {
  const auto& text = json.get_ref<const std::string&>();
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value;
}

void read_measured(const Json& json, KeptResult& kept) {
  kept.outcome = stats::outcome_named(json.at("outcome").get_ref<const std::string&>());
  read(json, "partial", kept.partial);
  read(json, "load_verdict.answer", kept.load);
  read(json, "load_verdict.reason", kept.load_reason);
  const std::vector<stats::Metric>& metrics = stats::metrics();
  for (std::size_t i = 0; i < metrics.size(); ++i) kept.figures[i] = read_figure(value_at(json, metrics[i].name));
  for (const Json& probe : value_at(json, "probes")) kept.probes.push_back(read_probe(probe));
  kept.model_checks = read_model_checks(value_at(json, "model_checks"));
  kept.message_times = read_message_times(value_at(json, "message_times"));
  if (const Json& region = value_at(json, "workload.region"); region.is_object()) {
    kept.region = {region.at("sends_left_out"), region.at("receives_left_out")};
  }
  kept.jobs = read_jobs(value_at(json, "jobs"));
  kept.sampling = read_sampling(value_at(json, "sampling"));
  if (const Json& any = value_at(json, "workload.any_source"); any.is_object()) kept.any_source = read_departures(any);
  kept.sites = read_sites(value_at(json, "workload.sites"));
  read(json, "workload.exit_code", kept.exit_code);
  kept.origin.left_out = read_left_out(value_at(json, "workload.left_out"));
  kept.origin.unheeded = read_unheeded(value_at(json, "unheeded"));
  read_host(json, kept);
  if (const Json& text = value_at(json, "fingerprint"); text.is_string()) kept.fingerprint = read_fingerprint(text);
  read(json, "diagnosis", kept.diagnosis);
  read(json, "failure", kept.failure);
}

}  // namespace

Json& at_dotted(Json& root, std::string_view name) {
  Json* place = &root;
  while (true) {
    const std::size_t dot = name.find('.');
    place = &(*place)[std::string(name.substr(0, dot))];
    if (dot == std::string_view::npos) return *place;
    name.remove_prefix(dot + 1);
  }
}

void add_measured(Json& json, const KeptResult& kept) {
  json["outcome"] = std::string(stats::name_of(kept.outcome));
  json["partial"] = kept.partial;
  json["load_verdict"] = {{"answer", kept.load}, {"reason", kept.load_reason}};
  const std::vector<stats::Metric>& metrics = stats::metrics();
  for (std::size_t i = 0; i < metrics.size(); ++i) at_dotted(json, metrics[i].name) = figure_json(kept.figures[i]);
  for (const Probe& probe : kept.probes) json["probes"].push_back(probe_json(probe));
  if (kept.message_times) json["message_times"] = message_times_json(*kept.message_times);
  if (!kept.model_checks.empty()) json["model_checks"] = model_checks_json(kept.model_checks);
  if (kept.region) {
    json["workload"]["region"] = {{"sends_left_out", kept.region->sends_left_out},
                                  {"receives_left_out", kept.region->receives_left_out}};
  }
  if (!kept.jobs.empty()) json["jobs"] = jobs_json(kept.jobs, kept.cycle_s);
  if (kept.sampling) json["sampling"] = sampling_json(*kept.sampling, kept.cycle_s);
  if (kept.any_source) json["workload"]["any_source"] = departures_json(*kept.any_source);
  if (!kept.sites.empty()) json["workload"]["sites"] = sites_json(kept.sites);
  if (kept.exit_code != 0) json["workload"]["exit_code"] = kept.exit_code;
  json["workload"]["left_out"] = left_out_json(kept.origin.left_out);
  json["unheeded"] = unheeded_json(kept.origin.unheeded);
  json["host"] = host_json(kept.host, kept.packet_hops);
  json["fingerprint"] = kept.fingerprint ? Json(fingerprint_text(*kept.fingerprint)) : Json();
  json["diagnosis"] = kept.diagnosis;
  if (!kept.failure.empty()) json["failure"] = kept.failure;
}

void add_origin(Json& json, const RunOrigin& origin) {
  json["engine"] = origin.engine;
  json["rng"] = origin.rng;
  json["version"] = origin.version;
  json["program"] = origin.program;
}

void add_histogram(Json& json, const KeptResult& kept) {
  json["histogram"] = Json::array();
  for (const KeptBucket& bucket : kept.histogram)
    json["histogram"].push_back({bucket.low, bucket.high, bucket.packets});
}

Json kept_json(const KeptResult& kept) {
  Json json;
  add_measured(json, kept);
  add_origin(json, kept.origin);
  add_histogram(json, kept);
  if (kept.profile) json["profile"] = profile_json(*kept.profile);
  if (kept.detail) json["detail"] = detail_json(*kept.detail);
  for (const KeptLink& link : kept.links) json["link_phits"].push_back({link.from, link.port, link.to, link.phits});
  return json;
}

KeptResult read_kept(const Json& json) {
  KeptResult kept;
  read_measured(json, kept);
  read(json, "engine", kept.origin.engine);
  read(json, "rng", kept.origin.rng);
  read(json, "version", kept.origin.version);
  read(json, "program", kept.origin.program);
  for (const Json& row : value_at(json, "histogram")) kept.histogram.push_back({row.at(0), row.at(1), row.at(2)});
  if (const Json& profile = value_at(json, "profile"); profile.is_object()) kept.profile = read_profile(profile);
  if (const Json& detail = value_at(json, "detail"); detail.is_object()) kept.detail = read_detail(detail);
  for (const Json& row : value_at(json, "link_phits")) {
    kept.links.push_back({row.at(0), row.at(1), row.at(2), row.at(3)});
  }
  return kept;
}

}  // namespace fsin::result

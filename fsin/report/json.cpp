// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/experiment/config_json.hpp"
#include "fsin/result/inputs_json.hpp"
#include "fsin/result/kept_json.hpp"
#include "fsin/result/profile_json.hpp"

namespace fsin::report {
namespace {

using Json = nlohmann::ordered_json;

Json estimate_json(const stats::Estimate& estimate) {
  Json json;
  json["mean"] = estimate.n > 0 ? Json(estimate.mean) : Json();
  json["stddev"] = estimate.n > 0 ? Json(estimate.stddev) : Json();
  json["half_width"] = estimate.n > 0 && std::isfinite(estimate.half_width) ? Json(estimate.half_width) : Json();
  json["n"] = estimate.n;
  return json;
}

/// The mean of a figure over the runs; a whole number for figures that count, where the mean is one.
std::optional<stats::MetricValue> mean_of(const stats::RunningEstimate& figure, bool counts) {
  if (figure.count() == 0) return std::nullopt;
  const double mean = figure.estimate(0.5).mean;
  if (counts && mean >= 0 && mean < 1e15 && mean == std::floor(mean)) return static_cast<std::uint64_t>(mean);
  return mean;
}

/// The runs together, as if they were one.
result::KeptResult joined(const result::ExperimentResult& experiment, const result::RunResult& first) {
  const result::RunsSummary& runs = experiment.runs;
  const stats::Outcome outcome = result::overall_outcome(experiment);
  result::KeptResult joined = result::figures_of(experiment.origin, first);
  joined.outcome = outcome;
  joined.partial = outcome == stats::Outcome::interrupted;
  joined.load = stats::to_string(runs.load());
  joined.load_reason = stats::reason_of(runs.load());
  for (std::size_t i = 0; runs.count() > 1 && i < joined.figures.size(); ++i) {
    const auto& of_first = joined.figures[i];
    joined.figures[i] = mean_of(runs.figure(i), of_first && std::holds_alternative<std::uint64_t>(*of_first));
  }
  joined.host = runs.host();
  joined.packet_hops = runs.packet_hops();
  joined.fingerprint = runs.fingerprint();
  if (const auto alike = runs.outcomes().find(outcome); alike != runs.outcomes().end()) {
    joined.diagnosis = alike->second.first.record.totals.diagnosis;
  }
  joined.failure = runs.failure();
  return joined;
}

Json named_json(const result::ExperimentResult& experiment, const result::KeptResult& kept, std::uint64_t seed,
                const std::optional<profile::RunProfile>& profile) {
  Json json;
  json["name"] = experiment.name;
  result::add_measured(json, kept);
  json["seed"] = seed;
  result::add_origin(json, kept.origin);
  json["inputs"] = result::inputs_json(experiment.inputs);
  json["config"] = experiment::config_json(experiment.config);
  if (profile) json["profile"] = result::profile_json(result::kept_profile(*profile));
  return json;
}

}  // namespace

Json run_json(const result::ExperimentResult& experiment, const result::RunResult& run) {
  return named_json(experiment, result::figures_of(experiment.origin, run), run.record.seed, run.profile);
}

Json experiment_json(const result::ExperimentResult& experiment) {
  const result::RunsSummary& runs = experiment.runs;
  const result::RunResult first = runs.first() != nullptr ? *runs.first() : result::RunResult{};
  Json json = named_json(experiment, joined(experiment, first), first.record.seed, std::nullopt);
  json["summary"] = Json::object();
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    result::at_dotted(json["summary"], stats::metrics()[i].name) =
        estimate_json(runs.figure(i).estimate(experiment.confidence));
  }
  json["confidence"] = experiment.confidence;
  json["runs_wanted"] = experiment.runs_wanted;
  json["outcomes"] = Json::object();
  for (const auto& [each, alike] : runs.outcomes()) json["outcomes"][std::string(stats::to_string(each))] = alike.runs;
  return json;
}

}  // namespace fsin::report

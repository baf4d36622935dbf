// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/experiment/config_json.hpp"
#include "fsin/result/inputs_json.hpp"
#include "fsin/result/kept_json.hpp"
#include "fsin/result/profile_json.hpp"
#include "fsin/stats/joint_outcome.hpp"
#include "fsin/stats/worse_outcome.hpp"

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

/// Of what one object tells, all but its figures.
struct Named {
  const std::string& name;
  std::span<const Input> inputs;
  Json config;
};

Json named_json(Named named, const result::KeptResult& kept, std::uint64_t seed) {
  Json json;
  json["name"] = named.name;
  result::add_measured(json, kept);
  json["seed"] = seed;
  result::add_origin(json, kept.origin);
  json["inputs"] = result::inputs_json(named.inputs);
  json["config"] = std::move(named.config);
  return json;
}

Named named_of(const result::ExperimentResult& experiment) {
  return {experiment.name, experiment.inputs, experiment::config_json(experiment.config)};
}

/// How the verdicts on loads stand to each other: RunsSummary::load().
int weight_of(const std::string& load) {
  if (load == "carried") return 0;
  return load == "not judged" ? 1 : 2;
}

/// Adds a run to those before it.
void join(result::KeptResult& joined, const result::KeptResult& run) {
  if (joined.outcome && run.outcome && stats::worse_of(*joined.outcome, *run.outcome) != *joined.outcome) {
    joined.outcome = run.outcome;
    joined.diagnosis = run.diagnosis;
  }
  joined.host.wall_s += run.host.wall_s;
  joined.host.cpu_s += run.host.cpu_s;
  joined.host.peak_rss_bytes = std::max(joined.host.peak_rss_bytes, run.host.peak_rss_bytes);
  joined.host.threads = std::max(joined.host.threads, run.host.threads);
  joined.packet_hops += run.packet_hops;
  if (joined.fingerprint && run.fingerprint) *joined.fingerprint += *run.fingerprint;
  if (joined.failure.empty()) joined.failure = run.failure;
  if (weight_of(run.load) > weight_of(joined.load)) {
    joined.load = run.load;
    joined.load_reason = run.load_reason;
  }
}

}  // namespace

Json run_json(const result::ExperimentResult& experiment, const result::RunResult& run) {
  Json json = named_json(named_of(experiment), result::figures_of(experiment.origin, run), run.record.seed);
  if (run.profile) json["profile"] = result::profile_json(result::kept_profile(*run.profile));
  return json;
}

Json experiment_json(const result::ExperimentResult& experiment) {
  const result::RunsSummary& runs = experiment.runs;
  const result::RunResult first = runs.first() != nullptr ? *runs.first() : result::RunResult{};
  Json json = named_json(named_of(experiment), joined(experiment, first), first.record.seed);
  json["summary"] = Json::object();
  for (std::size_t i = 0; i < stats::metrics().size(); ++i) {
    result::at_dotted(json["summary"], stats::metrics()[i].name) =
        estimate_json(runs.figure(i).estimate(experiment.confidence));
  }
  json["confidence"] = experiment.confidence;
  json["runs_wanted"] = experiment.runs_wanted;
  if (experiment.same_seed && runs.first() != nullptr) {
    json["noise"] = {{"equal", runs.equal()}, {"cycles", {runs.fewest_cycles(), runs.most_cycles()}}};
  }
  json["outcomes"] = Json::object();
  for (const auto& [each, alike] : runs.outcomes()) json["outcomes"][std::string(stats::to_string(each))] = alike.runs;
  return json;
}

Json point_json(const sweep::Plan& plan, std::size_t point, std::span<const sweep::Run> runs,
                std::span<const Input> inputs) {
  const std::vector<stats::Metric>& metrics = stats::metrics();
  std::vector<stats::RunningEstimate> figures(metrics.size());
  std::map<std::optional<stats::Outcome>, std::size_t> outcomes;
  result::KeptResult together = runs.front().result;
  for (const sweep::Run& run : runs) {
    ++outcomes[run.result.outcome];
    if (&run != &runs.front()) join(together, run.result);
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      if (const auto& value = run.result.figures[i]) figures[i].add(stats::as_double(*value));
    }
  }
  for (std::size_t i = 0; runs.size() > 1 && i < metrics.size(); ++i) {
    const auto& of_first = together.figures[i];
    together.figures[i] = mean_of(figures[i], of_first && std::holds_alternative<std::uint64_t>(*of_first));
  }
  const bool missing = plan.until.is_null() && runs.size() < plan.seeds;
  if (missing) together.outcome = stats::Outcome::interrupted;
  together.partial = together.outcome == stats::Outcome::interrupted;
  const Json& config = plan.points[point].config;
  Json json = named_json({plan.name, inputs, config}, together, runs.front().seed);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    result::at_dotted(json["summary"], metrics[i].name) = estimate_json(figures[i].estimate(plan.confidence));
  }
  json["confidence"] = plan.confidence;
  json["runs_wanted"] = plan.seeds;
  json["outcomes"] = Json::object();
  for (const auto& [each, count] : outcomes) json["outcomes"][std::string(stats::name_of(each))] = count;
  json["runs"] = Json::array();
  for (const sweep::Run& run : runs) {
    Json one = named_json({plan.name, inputs, config}, run.result, run.seed);
    if (run.result.profile) one["profile"] = result::profile_json(*run.result.profile);
    json["runs"].push_back(std::move(one));
  }
  return json;
}

}  // namespace fsin::report

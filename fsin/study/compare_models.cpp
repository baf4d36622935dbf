// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/compare_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "fsin/experiment/headline.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/profile/path_summary.hpp"
#include "fsin/run/replications.hpp"
#include "fsin/sources/live.hpp"
#include "fsin/stats/load_spread.hpp"
#include "fsin/study/derived_model.hpp"
#include "fsin/study/model_rows.hpp"
#include "fsin/study/rank_errors.hpp"

namespace fsin::study {
namespace {

/// One run under one model.
struct ModelRun {
  run::Prepared prepared;
  result::RunResult result;

  const experiment::Experiment& experiment() const { return prepared.experiment(); }
};

/// Nothing where diagnostics say why.
std::optional<ModelRun> run_under(const ComparisonRequest& request, const std::string& model,
                                  const run::RunOptions& options, Diagnostics& diagnostics) {
  std::vector<std::string> overrides = request.overrides;
  if (!model.empty()) overrides.push_back("network.model=" + model);
  overrides.emplace_back("measure.seeds=1");
  auto loaded = experiment::load_experiment(request.file, overrides, diagnostics);
  if (!loaded) return std::nullopt;
  const experiment::MeasureParams& measure = loaded->experiment.measure;
  if (measure.find != experiment::Find::nothing) {
    diagnostics.error(loaded->document.mark("measure.find"),
                      "models are compared at one load; leave this key out and set workload.load");
  }
  if (measure.until.relative_error) {
    diagnostics.error(loaded->document.mark("measure.until.relative_error"),
                      "models are compared by one run each; leave this key out");
  }
  if (measure.sample.precision) {
    diagnostics.error(loaded->document.mark("measure.sample.precision"),
                      "models would be compared over different numbers of rounds; leave this key out");
  }
  if (!diagnostics.ok()) return std::nullopt;
  auto prepared = run::prepare(std::move(*loaded), false, diagnostics);
  if (!prepared || !diagnostics.ok()) return std::nullopt;
  if (!forecast::admit(*prepared, {.shape = {}, .allow_deadlock = request.allow_deadlock}, diagnostics))
    return std::nullopt;
  std::optional<result::RunResult> result;
  run::run_replications(*prepared, options, [&result](const result::RunResult& run) { result = run; });
  if (!result) return std::nullopt;  // interrupted
  return ModelRun{std::move(*prepared), std::move(*result)};
}

run::RunOptions options_of(const ComparisonRequest& request) {
  run::RunOptions options;
  options.quiet = true;
  options.progress = request.progress;
  options.messages = true;
  return options;
}

double per_node_cycle(const stats::RunRecord& record) {
  const double places = static_cast<double>(record.nodes) * static_cast<double>(record.totals.measured_cycles);
  return places > 0 ? static_cast<double>(record.totals.phits_delivered) / places : 0;
}

void take_result(const result::RunResult& run, ModelResult& made) {
  const stats::RunTotals& totals = run.record.totals;
  made.outcome = totals.outcome;
  made.cycles = totals.cycles;
  made.latency = totals.latency.count() > 0 ? totals.latency.mean() : 0;
  made.accepted = per_node_cycle(run.record);
  made.cpu_s = run.host.cpu_s;
  made.ranks = rank_ends(totals);
  made.checks = run.model_checks;
}

double relative(double value, double base) { return base > 0 ? value / base - 1 : 0; }

double main_figure(const ModelResult& model, const std::string& figure) {
  if (figure == "cycles") return static_cast<double>(model.cycles);
  return figure == "latency.mean" ? model.latency : model.accepted;
}

void add_errors(const ModelResult& routers, const std::string& figure, ModelResult& model) {
  model.error = relative(main_figure(model, figure), main_figure(routers, figure));
  const RankErrors errors = rank_errors(routers.ranks, model.ranks);
  model.mean_rank_error = errors.mean;
  model.worst_rank_error = errors.worst;
  model.worst_rank = errors.worst_rank;
}

std::string figure_of(const ModelRun& routers) {
  if (routers.experiment().has_end()) return "cycles";
  const bool too_much = routers.result.record.totals.outcome == stats::Outcome::saturated;
  return too_much ? "load.accepted" : "latency.mean";
}

void take_links(const ModelRun& routers, ModelComparison& comparison) {
  const stats::RunTotals& totals = routers.result.record.totals;
  if (totals.all_links.links == 0 || totals.measured_cycles == 0) return;
  const stats::LinkSpread spread = stats::link_spread(totals.all_links, totals.measured_cycles);
  comparison.mean_link = spread.mean;
  comparison.busiest_link = spread.max;
  comparison.busiest_from = totals.all_links.busiest.from.value;
  comparison.busiest_to = totals.all_links.busiest.to.value;
}

/// Another run, so that what it takes does not count for the speed of routers.
std::optional<profile::PathSummary> path_of(const ComparisonRequest& request) {
  run::RunOptions options = options_of(request);
  options.messages = false;
  options.critical_path = true;
  Diagnostics ignored;  // they were told for the first run
  const auto run = run_under(request, "routers", options, ignored);
  if (!run || !run->result.profile || !run->result.profile->path || !run->result.profile->path->known) return {};
  return profile::summary_of(*run->result.profile->path);
}

/// Warns of what no run follows: a key that one model alone does not take is none.
void tell_unheeded(const run::Prepared& routers, const std::vector<std::vector<result::Unheeded>>& of_models,
                   Diagnostics& diagnostics) {
  for (const result::Unheeded& each : routers.unheeded) {
    const bool everywhere = std::all_of(of_models.begin(), of_models.end(), [&](const auto& model) {
      return std::any_of(model.begin(), model.end(), [&](const auto& other) { return other.key == each.key; });
    });
    if (everywhere) run::warn_of(each, "", routers.loaded.document, diagnostics);
  }
}

/// Adds what `all` does not have yet: reading the experiment a second time says again what it said the first time.
void add_new(const Diagnostics& found, Diagnostics& all) {
  std::set<std::string> told;
  for (const Diagnostic& each : all.entries()) told.insert(each.text());
  for (const Diagnostic& each : found.entries()) {
    if (told.insert(each.text()).second) all.add(each);
  }
}

std::string first_error(const Diagnostics& diagnostics) {
  for (const Diagnostic& each : diagnostics.entries()) {
    if (each.severity == Severity::error) return each.message;
  }
  return "interrupted";
}

}  // namespace

bool ModelResult::warns() const {
  return std::any_of(checks.begin(), checks.end(), [](const auto& each) { return each.warns(); });
}

std::optional<ModelComparison> compare_models(const ComparisonRequest& request, Diagnostics& diagnostics) {
  const auto asked = experiment::load_experiment(request.file, request.overrides, diagnostics);
  if (!asked) return std::nullopt;
  const std::string named(asked->experiment.network.model.name());
  run::RunOptions options = options_of(request);
  options.profile = asked->experiment.has_ranks();
  Diagnostics repeated;
  auto routers = run_under(request, "routers", options, repeated);
  add_new(repeated, diagnostics);
  if (!routers) return std::nullopt;
  ModelComparison comparison;
  comparison.name = asked->experiment.name;
  comparison.headline = experiment::headline(routers->experiment());
  comparison.seed = routers->result.record.seed;
  comparison.seconds_per_cycle = routers->result.record.seconds_per_cycle;
  comparison.figure = figure_of(*routers);
  const stats::RunTotals& totals = routers->result.record.totals;
  if (totals.packets_delivered > 0)
    comparison.hops = static_cast<double>(totals.hops_sum) / static_cast<double>(totals.packets_delivered);
  take_links(*routers, comparison);
  ModelRows rows(request.models.size() + 1);
  rows.add(0, routers->experiment(), routers->result);
  take_result(routers->result, comparison.models.emplace_back());
  comparison.models[0].name = "routers";
  comparison.models[0].parameters = "routers";
  comparison.models[0].origin = "the network of the experiment, cycle by cycle";
  std::vector<std::vector<result::Unheeded>> unheeded;
  for (const std::string& name : request.models) {
    ModelResult model;
    model.name = name;
    const bool own = name == named;
    model.parameters = own ? "" : derived_model(name, routers->experiment(), comparison.hops);
    model.origin = own                                 ? "parameters of the experiment"
                   : name == "flow" || name == "ideal" ? "has no parameters but those of the network"
                                                       : "derived from the network, over the mean way of its packets";
    Diagnostics of_model;
    const auto run = run_under(request, model.parameters, options, of_model);
    if (run) {
      take_result(run->result, model);
      unheeded.push_back(run->prepared.unheeded);
      add_errors(comparison.models[0], comparison.figure, model);
      rows.add(comparison.models.size(), run->experiment(), run->result);
    } else {
      model.refused = first_error(of_model);
    }
    if (own) model.parameters = model_text(asked->experiment);
    comparison.models.push_back(std::move(model));
  }
  rows.finish(comparison);
  tell_unheeded(routers->prepared, unheeded, diagnostics);
  // A live program would have to run once more.
  if (asked->experiment.has_ranks() && !asked->experiment.workload.is<sources::LiveParams>()) {
    comparison.path = path_of(request);
  }
  return comparison;
}

}  // namespace fsin::study

// SPDX-License-Identifier: Apache-2.0
#include "fsin/python/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "fsin/config/named.hpp"
#include "fsin/core/input_output_error.hpp"
#include "fsin/core/json_text.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/forecast/checked.hpp"
#include "fsin/forecast/thread_count.hpp"
#include "fsin/report/check_json.hpp"
#include "fsin/report/json.hpp"
#include "fsin/report/run_folder.hpp"
#include "fsin/report/sweep_task.hpp"
#include "fsin/run/described.hpp"
#include "fsin/run/replications.hpp"
#include "fsin/study/provenance.hpp"
#include "fsin/study/sweep_checks.hpp"
#include "fsin/sweep/result_files.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin::python {
namespace {

constexpr const char* of_sweep = "this describes many experiments; call fsin.sweep()";

/// What messages and results call the experiment.
std::string source_of(const api::Written& written) {
  return written.file ? written.file->filename().string() : written.name;
}

std::map<std::string, std::string> traces_of(const run::Prepared& prepared) {
  std::map<std::string, std::string> traces;
  if (!prepared.experiment().has_ranks()) return traces;
  for (const auto& file : prepared.source->files()) traces[file.path.filename().string()] = file.digest;
  return traces;
}

void check_run_outputs(const run::Prepared& prepared, const std::filesystem::path& folder, Diagnostics& diagnostics) {
  OutputCheck check("fsin.run");
  check.reads(prepared.inputs().names());
  check.writes_into("out", folder, sweep::result_files(sweep::Folder::run));
  check.check(diagnostics);
}

}  // namespace

std::vector<Told> Call::told() const {
  std::vector<Told> all;
  for (const Diagnostic& each : diagnostics_.entries()) {
    all.push_back({each.severity == Severity::error, each.mark.text(), each.mark.source(), each.mark.line,
                   each.mark.column, one_line(each.message), each.text()});
  }
  return all;
}

/// A refusal instead of the exceptions by which a call ends early.
template <class Body>
void Call::guarded(Body body) {
  try {
    body();
  } catch (const ExperimentError&) {
    refusal_ = diagnostics_.exit_code() == static_cast<int>(ErrorClass::input) ? "input" : "configuration";
  } catch (const study::Refused& refused) {
    for (const Diagnostic& each : refused.diagnostics().entries()) diagnostics_.add(each);
    refusal_ = "configuration";
  } catch (const OutputError& error) {
    diagnostics_.input_error(Mark(), error.what());
    refusal_ = "output";
  } catch (const sweep::SweepError& error) {
    diagnostics_.input_error(Mark(), error.what());
    refusal_ = "output";
  } catch (const InputOutputError& error) {
    diagnostics_.input_error(Mark(), error.what());
    refusal_ = "input";
  } catch (const trgen::record::TraceError& error) {
    diagnostics_.input_error(Mark(), error.what());
    refusal_ = "input";
  }
  for (std::string& line : progress_.take_lines()) diagnostics_.warning(Mark(), std::move(line));
}

engine::EngineKind Call::engine() {
  std::vector<std::string_view> words;
  for (const auto& each : engine::engine_names) {
    if (each.name == how_.engine) {
      if (each.value == engine::EngineKind::reference && how_.threads > 1)
        diagnostics_.error(Mark("threads"), "the reference engine has one thread; leave it out, or take engine event");
      return each.value;
    }
    words.push_back(each.name);
  }
  diagnostics_.error(Mark("engine"), fmt::format("unknown engine {}{}", in_quotes(how_.engine),
                                                 suggestion(how_.engine, words, "engines")));
  return engine::EngineKind::event;
}

std::optional<sweep::Cache> Call::cache() const {
  if (!how_.cache) return std::nullopt;
  const std::filesystem::path folder =
      how_.cache->empty() ? sweep::Cache::default_folder() : std::filesystem::path(*how_.cache);
  return folder.empty() ? std::nullopt : std::optional<sweep::Cache>(folder);
}

std::shared_ptr<const Results> Call::run() {
  auto results = std::make_shared<Results>();
  guarded([&] {
    run::RunOptions how;
    how.engine = engine();
    how.quiet = true;
    how.detail = true;
    how.threads = how_.threads;
    how.parallel = how_.jobs == 0 ? forecast::usable_cores() : how_.jobs;
    api::stop_at_errors(diagnostics_);
    const run::Prepared prepared = api::ready(written_, how, how_.allow_deadlock, of_sweep, diagnostics_);
    if (how_.out) check_run_outputs(prepared, *how_.out, diagnostics_);
    api::stop_at_errors(diagnostics_);
    finish_run(prepared, how, *results);
  });
  return refusal_.empty() ? results : nullptr;
}

void Call::finish_run(const run::Prepared& prepared, const run::RunOptions& how, Results& results) {
  result::ExperimentResult together = run::described(
      prepared.experiment(), study::origin_of(prepared, config::name_of(engine::engine_names, how.engine), "philox"));
  together.inputs = prepared.inputs().list();
  results.of_run = true;
  results.inputs = together.inputs;
  results.config = together.config_yaml;
  results.plan = report::plan_of_run(together, source_of(written_), traces_of(prepared));
  std::optional<report::RunFolder> folder;
  if (how_.out) {
    report::prepare_run_folder(*how_.out);
    folder.emplace(
        report::RunFolder::Facts{*how_.out, source_of(written_), traces_of(prepared), study::provenance_now()},
        together);
  }
  progress_.begin(prepared.experiment().measure.seeds);
  run::RunOptions options = how;
  options.progress = &progress_;
  run::run_replications(
      prepared, options,
      [&](const result::RunResult& one) {
        const bool first = results.runs.empty();
        together.runs.add(one);
        if (folder) folder->add(together, one);
        if (first) results.node_phits = one.record.totals.node_phits_delivered;
        results.run_jsons.push_back(json_text(report::run_json(together, one)));
        results.runs.push_back({0, one.record.seed, {}, result::kept_result(together.origin, one, first)});
      },
      &stop_);
  if (folder) folder->finish(together);
  results.summaries = sweep::summaries_of(results.plan, results.runs);
  results.complete = result::overall_outcome(together) != stats::Outcome::interrupted;
  results.experiment_json = json_text(report::experiment_json(together));
  if (!together.runs.failure().empty()) diagnostics_.warning(Mark(), together.runs.failure());
}

std::shared_ptr<const Results> Call::sweep() {
  auto results = std::make_shared<Results>();
  guarded([&] {
    study::SweepOptions options;
    options.engine = engine();
    options.jobs = how_.jobs == 0 ? forecast::usable_cores() : how_.jobs;
    options.progress = &progress_;
    api::stop_at_errors(diagnostics_);
    auto plan = study::load_sweep(api::document_of(written_, diagnostics_), written_.overrides,
                                  std::string(config::name_of(engine::engine_names, options.engine)), diagnostics_);
    api::stop_at_errors(diagnostics_);
    if (how_.out) report::check_outputs("fsin.sweep", *plan, *how_.out, diagnostics_);
    api::stop_at_errors(diagnostics_);
    study::admit(*plan, options, how_.allow_deadlock, diagnostics_);
    api::stop_at_errors(diagnostics_);
    progress_.begin(plan->points.size() * plan->plan.seeds);
    finish_sweep(*plan, options, *results);
  });
  return refusal_.empty() ? results : nullptr;
}

void Call::finish_sweep(const study::SweepPlan& plan, const study::SweepOptions& options, Results& results) {
  const auto known = cache();
  const sweep::Cache* const used = known ? &*known : nullptr;
  study::SweepOutcome outcome;
  if (how_.out) {
    outcome = report::carry_out({.plan = plan,
                                 .options = options,
                                 .cache = used,
                                 .folder = *how_.out,
                                 .resume = how_.resume,
                                 .tables = {.series = how_.series},
                                 .wanted = sweep::Wanted::everything,
                                 .tell = [this](const std::string& line) { progress_.say(line); },
                                 .stop = &stop_})
                  .outcome;
  } else {
    sweep::Journal journal(how_.scratch, false);
    const run::InterruptWatch interrupt(&stop_);
    outcome = study::run_sweep(plan, options, used, journal, interrupt);
  }
  results.plan = plan.plan;
  results.inputs = plan.inputs;
  results.complete = outcome.complete;
  results.runs = std::move(outcome.runs);
  results.summaries = sweep::summaries_of(results.plan, results.runs);
}

std::string Call::check() {
  std::string text;
  guarded([&] {
    forecast::RunShape shape{.engine = engine()};
    api::stop_at_errors(diagnostics_);
    run::Prepared prepared = api::prepared(api::load(written_, of_sweep, diagnostics_), diagnostics_);
    shape.runs = std::clamp(how_.jobs, 1U, prepared.experiment().measure.seeds);
    const forecast::ThreadChoice choice =
        forecast::useful_threads(std::max(how_.threads, 1U), prepared, shape.runs, forecast::usable_cores());
    shape.threads = choice.threads;
    if (!choice.why.empty()) diagnostics_.warning(Mark("threads"), choice.why);
    forecast::MemoryEstimate memory = forecast::checked_memory(prepared, shape, diagnostics_);
    api::stop_at_errors(diagnostics_);
    run::build_network(prepared, diagnostics_);
    api::stop_at_errors(diagnostics_);
    const forecast::Checked checked = forecast::checked(prepared, std::move(memory), [](std::string_view) {});
    const topology::Geometry& geometry = *prepared.topology->geometry;
    forecast::warn_of_load(prepared, forecast::known_capacity(prepared, geometry, checked.loads), diagnostics_);
    text = json_text(report::check_json(prepared.experiment(), checked));
  });
  return text;
}

std::optional<Wiring> Call::wiring() {
  std::optional<Wiring> wiring;
  guarded([&] {
    run::Prepared prepared = api::prepared(api::load(written_, of_sweep, diagnostics_), diagnostics_);
    api::stop_at_errors(diagnostics_);
    run::build_network(prepared, diagnostics_);
    api::stop_at_errors(diagnostics_);
    const topology::PortGraph& graph = prepared.topology->graph;
    wiring = Wiring{
        graph.nodes(), graph.routers(), graph.ports(), prepared.experiment().network.router.virtual_channels, {}};
    for (std::uint32_t router = 0; router < graph.routers(); ++router) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const topology::Link link = graph.next(RouterId(router), port);
        if (link.exists()) wiring->links.push_back({router, port, link.router.value, link.port});
      }
    }
  });
  return wiring;
}

}  // namespace fsin::python

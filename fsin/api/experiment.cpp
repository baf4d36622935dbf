// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/api/content.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/build_info.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/forecast/thread_count.hpp"
#include "fsin/run/described.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/run/replications.hpp"
#include "fsin/study/provenance.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin {
namespace {

std::vector<Message> messages(const Diagnostics& diagnostics, Severity severity) {
  std::vector<Message> found;
  for (const Diagnostic& each : diagnostics.entries()) {
    if (each.severity == severity) found.push_back({each.mark.text(), one_line(each.message)});
  }
  return found;
}

void stop_at_errors(const Diagnostics& diagnostics) {
  if (diagnostics.ok()) return;
  std::string lines = diagnostics.text();
  if (lines.ends_with('\n')) lines.pop_back();
  throw ExperimentError(lines, messages(diagnostics, Severity::error));
}

/// Reads the file where there is one, else the text.
std::optional<experiment::LoadedExperiment> load(const std::optional<std::filesystem::path>& file,
                                                 const std::string& name, const std::string& text,
                                                 const std::vector<std::string>& overrides, Diagnostics& diagnostics) {
  if (file) return experiment::load_experiment(*file, overrides, diagnostics);
  return experiment::load_experiment(config::load_text(name, text, diagnostics), overrides,
                                     "this text describes many experiments; give each of them by its keys",
                                     diagnostics);
}

run::RunOptions options_of(const RunSettings& settings, const run::Prepared& prepared) {
  run::RunOptions how;
  how.quiet = true;
  how.parallel = std::max(settings.runs_at_a_time, 1U);
  const unsigned side_by_side = std::min(how.parallel, prepared.experiment().measure.seeds);
  how.threads =
      forecast::useful_threads(std::max(settings.threads, 1U), prepared, side_by_side, forecast::usable_cores())
          .threads;
  return how;
}

forecast::Admission admission_of(const RunSettings& settings, const run::Prepared& prepared) {
  const run::RunOptions how = options_of(settings, prepared);
  return {.shape = {how.engine, std::min(how.parallel, prepared.experiment().measure.seeds), how.threads},
          .allow_deadlock = settings.allow_deadlock};
}

/// Throws ExperimentError for the mistakes of the command line `fsin run`, in the same order.
run::Prepared ready(std::optional<experiment::LoadedExperiment> loaded, const RunSettings& settings,
                    Diagnostics& diagnostics) {
  if (loaded && loaded->experiment.measure.until.relative_error) {
    diagnostics.error(loaded->document.mark("measure.until.relative_error"),
                      "the library makes a fixed number of runs; set measure.seeds instead");
  }
  stop_at_errors(diagnostics);
  auto prepared = run::prepare(std::move(*loaded), false, diagnostics);
  stop_at_errors(diagnostics);
  run::tell_unheeded(*prepared, diagnostics);
  forecast::admit(*prepared, admission_of(settings, *prepared), diagnostics);
  stop_at_errors(diagnostics);
  return std::move(*prepared);
}

}  // namespace

ExperimentError::ExperimentError(const std::string& lines, std::vector<Message> mistakes)
    : std::runtime_error(lines), mistakes_(std::make_shared<const std::vector<Message>>(std::move(mistakes))) {}
ExperimentError::ExperimentError(const ExperimentError&) noexcept = default;
ExperimentError::~ExperimentError() = default;

Experiment::Experiment() : name_("experiment.yaml"), text_("fsin: 1\n") {}

Experiment Experiment::from_file(const std::filesystem::path& file) {
  Experiment made;
  made.file_ = file;
  return made;
}

Experiment Experiment::from_text(std::string_view yaml, std::string_view name) {
  Experiment made;
  made.text_ = yaml;
  made.name_ = name;
  return made;
}

Experiment& Experiment::set(std::string_view key, std::string_view yaml) {
  overrides_.push_back(fmt::format("{}={}", key, yaml));
  return *this;
}

Experiment& Experiment::set_real(std::string_view key, double value) { return set(key, print_real(value)); }

std::vector<Message> Experiment::check(const RunSettings& settings) const {
  Diagnostics diagnostics;
  auto loaded = load(file_, name_, text_, overrides_, diagnostics);
  ready(std::move(loaded), settings, diagnostics);
  return messages(diagnostics, Severity::warning);
}

Result Experiment::run(const RunSettings& settings) const {
  Diagnostics diagnostics;
  auto loaded = load(file_, name_, text_, overrides_, diagnostics);
  const run::Prepared prepared = ready(std::move(loaded), settings, diagnostics);
  const run::RunOptions how = options_of(settings, prepared);
  result::ExperimentResult result = run::described(
      prepared.experiment(), study::origin_of(prepared, config::name_of(engine::engine_names, how.engine), "philox"));
  try {
    run::run_replications(prepared, how, [&](const result::RunResult& one) { result.runs.add(one); });
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
  }
  stop_at_errors(diagnostics);
  return Result(Result::Content::of(result, messages(diagnostics, Severity::warning)));
}

std::string_view version() { return build_info::version; }

}  // namespace fsin

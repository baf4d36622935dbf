// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/api/content.hpp"
#include "fsin/api/ready.hpp"
#include "fsin/config/named.hpp"
#include "fsin/core/build_info.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/run/described.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/run/replications.hpp"
#include "fsin/study/provenance.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin {
namespace {

std::string of_sweep(const std::optional<std::filesystem::path>& file) {
  if (file) return fmt::format("this file describes many experiments; write fsin sweep {}", file->string());
  return "this text describes many experiments; give each of them by its keys";
}

run::RunOptions options_of(const RunSettings& settings) {
  run::RunOptions how;
  how.quiet = true;
  how.parallel = std::max(settings.runs_at_a_time, 1U);
  how.threads = std::max(settings.threads, 1U);
  return how;
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
  run::RunOptions how = options_of(settings);
  api::ready({file_, name_, text_, overrides_}, how, settings.allow_deadlock, of_sweep(file_), diagnostics);
  return api::messages(diagnostics, Severity::warning);
}

Result Experiment::run(const RunSettings& settings) const {
  Diagnostics diagnostics;
  run::RunOptions how = options_of(settings);
  const run::Prepared prepared =
      api::ready({file_, name_, text_, overrides_}, how, settings.allow_deadlock, of_sweep(file_), diagnostics);
  result::ExperimentResult result = run::described(
      prepared.experiment(), study::origin_of(prepared, config::name_of(engine::engine_names, how.engine), "philox"));
  try {
    run::run_replications(prepared, how, [&](const result::RunResult& one) { result.runs.add(one); });
  } catch (const trgen::record::TraceError& error) {
    diagnostics.input_error(Mark(), error.what());
  }
  api::stop_at_errors(diagnostics);
  return Result(Result::Content::of(result, api::messages(diagnostics, Severity::warning)));
}

std::string_view version() { return build_info::version; }

}  // namespace fsin

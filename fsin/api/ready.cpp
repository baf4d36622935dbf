// SPDX-License-Identifier: Apache-2.0
#include "fsin/api/ready.hpp"

#include <algorithm>
#include <utility>

#include "fsin/core/bundled.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/admission.hpp"
#include "fsin/forecast/thread_count.hpp"

namespace fsin::api {

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

config::Document document_of(const Written& written, Diagnostics& diagnostics) {
  if (written.file) {
    return config::load_file(bundled_file(written.file->string()).value_or(*written.file), diagnostics);
  }
  const config::Document read = config::load_text(written.name, written.text, diagnostics);
  if (!read.loaded()) return read;
  return {Mark(written.name, 1, 1), read.root(), Inputs::begin()};
}

experiment::LoadedExperiment load(const Written& written, const std::string& of_sweep, Diagnostics& diagnostics) {
  auto loaded =
      experiment::load_experiment(document_of(written, diagnostics), written.overrides, of_sweep, diagnostics);
  stop_at_errors(diagnostics);
  return std::move(*loaded);
}

run::Prepared prepared(experiment::LoadedExperiment loaded, Diagnostics& diagnostics) {
  auto made = run::prepare(std::move(loaded), false, diagnostics);
  stop_at_errors(diagnostics);
  run::tell_unheeded(*made, diagnostics);
  return std::move(*made);
}

run::Prepared ready(const Written& written, run::RunOptions& how, bool allow_deadlock, const std::string& of_sweep,
                    Diagnostics& diagnostics) {
  experiment::LoadedExperiment loaded = load(written, of_sweep, diagnostics);
  if (loaded.experiment.measure.until.relative_error) {
    diagnostics.error(loaded.document.mark("measure.until.relative_error"),
                      "a run has a fixed number of seeds; make it a sweep, or set measure.seeds instead");
    stop_at_errors(diagnostics);
  }
  run::Prepared made = prepared(std::move(loaded), diagnostics);
  const unsigned side_by_side = std::min(std::max(how.parallel, 1U), made.experiment().measure.seeds);
  const forecast::ThreadChoice choice =
      forecast::useful_threads(std::max(how.threads, 1U), made, side_by_side, forecast::usable_cores());
  how.threads = choice.threads;
  if (!choice.why.empty()) diagnostics.warning(Mark("threads"), choice.why);
  forecast::Admission admission{.shape = {how.engine, side_by_side, how.threads}, .allow_deadlock = allow_deadlock};
  admission.shape.detail = how.detail;
  forecast::admit(made, admission, diagnostics);
  stop_at_errors(diagnostics);
  return made;
}

}  // namespace fsin::api

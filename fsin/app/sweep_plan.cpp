// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/app/config_json.hpp"
#include "fsin/app/version.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::app {
namespace {

using Json = nlohmann::ordered_json;

/// The file as a document without its sweep section, and that section.
struct SweepFile {
  config::Document document;
  sweep::Spec spec;
};

std::optional<SweepFile> read_file(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                                   Diagnostics& diagnostics) {
  SweepFile read{config::load_file(file, diagnostics), {}};
  if (!read.document.loaded()) return std::nullopt;
  if (!config::check_schema(read.document, "fsin", schema_version, diagnostics)) return std::nullopt;
  if (const auto section = read.document.take("sweep")) {
    read.spec = sweep::read_spec(*section, diagnostics);
  } else if (!read.document.root().at("measure.until")) {
    diagnostics.warning(Mark(file.string()), "there is no sweep section: one point, as fsin run would do it");
  }
  for (const std::string& assignment : overrides) read.document.override_with(assignment, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  return read;
}

class Loader {
 public:
  Loader(const std::filesystem::path& file, std::string engine, Diagnostics& diagnostics)
      : file_(file), diagnostics_(diagnostics) {
    made_.plan.engine = std::move(engine);
    made_.plan.source = file.filename().string();
  }

  /// Stops at the first point with a mistake: the others most likely have the same.
  std::optional<SweepPlan> load(const SweepFile& read) {
    for (const sweep::Axis& axis : read.spec.axes) made_.plan.axes.push_back(axis.name);
    for (const sweep::Point& point : sweep::points_of(read.spec)) {
      add(read.document, point);
      if (!diagnostics_.ok()) return std::nullopt;
    }
    finish(read.spec);
    if (!diagnostics_.ok()) return std::nullopt;
    return std::move(made_);
  }

 private:
  void add(config::Document document, const sweep::Point& point) {
    for (const sweep::Setting& setting : point.settings) document.override_with(setting.path, setting.value);
    const std::size_t errors = diagnostics_.error_count();
    auto loaded = read_experiment(std::move(document), file_.stem().string(), diagnostics_);
    std::optional<WorkloadFactory> workloads;
    if (loaded) workloads = WorkloadFactory::open(*loaded, false, diagnostics_, &traces_);
    if (!workloads) {
      if (diagnostics_.error_count() > errors && !point.labels.empty()) {
        diagnostics_.error(Mark("fsin sweep"), fmt::format("that is point {}: {}", point.number, point.name()));
      }
      return;
    }
    note_files(*loaded, *workloads);
    const Experiment& experiment = loaded->experiment;
    made_.plan.points.push_back({point.name(), point.labels, headline(experiment),
                                 config_json(config::to_tree(experiment), "fsin", schema_version)});
    const engine::Design design = design_of(experiment);
    made_.points.push_back({std::move(*loaded), std::move(*workloads), design});
  }

  /// What the key of a run needs of the files that its configuration names.
  void note_files(const LoadedExperiment& loaded, const WorkloadFactory& workloads) {
    const auto* trace = std::get_if<trgen::replay::TraceParams>(&loaded.experiment.workload);
    if (trace == nullptr) return;
    made_.digests[trace->file.string()] = workloads.trace_digest();
    made_.plan.traces[trace->file.filename().string()] = workloads.trace_digest();
    const auto* placed = std::get_if<trgen::replay::FilePlacementParams>(&trace->placement);
    if (placed != nullptr && !made_.digests.contains(placed->file.string())) {
      made_.digests[placed->file.string()] = "xxh128:" + sweep::file_digest(placed->file);
    }
  }

  /// Seeds, confidence and the stopping rule are those of the whole sweep.
  void finish(const sweep::Spec& spec) {
    const LoadedExperiment& first = made_.points.front().loaded;
    const MeasureParams& measure = first.experiment.measure;
    for (const SweepPoint& point : made_.points) {
      const MeasureParams& other = point.loaded.experiment.measure;
      if (other.seed != measure.seed || other.seeds != measure.seeds || other.confidence != measure.confidence) {
        diagnostics_.error(point.loaded.document.mark("measure"),
                           "seed, seeds and confidence are those of the whole sweep and cannot vary in it");
        return;
      }
    }
    sweep::Plan& plan = made_.plan;
    plan.name = first.experiment.name;
    plan.description = first.experiment.description;
    plan.first_seed = measure.seed;
    plan.seeds = spec.seeds.value_or(measure.seeds);
    plan.confidence = measure.confidence;
    if (measure.until.relative_error) take_until(first);
  }

  void take_until(const LoadedExperiment& first) {
    UntilParams until = first.experiment.measure.until;
    if (until.figure.empty()) until.figure = sweep::main_figure(made_.plan, 0);
    std::vector<std::string_view> known;
    for (const stats::Metric& metric : stats::metrics()) known.push_back(metric.name);
    if (std::find(known.begin(), known.end(), until.figure) == known.end()) {
      diagnostics_.error(
          first.document.mark("measure.until.figure"),
          fmt::format("unknown figure {}{}", in_quotes(until.figure), suggestion(until.figure, known, "figures")));
    }
    if (until.min_runs > until.max_runs) {
      diagnostics_.error(first.document.mark("measure.until.max_runs"),
                         fmt::format("max_runs {} is less than min_runs {}", until.max_runs, until.min_runs));
    }
    made_.plan.seeds = until.max_runs;
    made_.plan.until = {{"relative_error", *until.relative_error},
                        {"figure", until.figure},
                        {"min_runs", until.min_runs},
                        {"max_runs", until.max_runs}};
    made_.until = until;
  }

  std::filesystem::path file_;
  Diagnostics& diagnostics_;
  TracePool traces_;
  SweepPlan made_;
};

}  // namespace

std::string SweepPlan::key(std::size_t point, std::uint64_t seed) const {
  return sweep::run_key(plan.points[point].config, digests, plan.engine, seed, program_digest());
}

std::optional<SweepPlan> load_sweep(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                                    const std::string& engine, Diagnostics& diagnostics) {
  const auto read = read_file(file, overrides, diagnostics);
  if (!read) return std::nullopt;
  return Loader(file, engine, diagnostics).load(*read);
}

}  // namespace fsin::app

// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "fsin/config/dump.hpp"
#include "fsin/core/build_identity.hpp"
#include "fsin/core/input_output_error.hpp"
#include "fsin/core/programs.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/config_json.hpp"
#include "fsin/experiment/headline.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/sources/live.hpp"
#include "fsin/sources/trace_pool.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/study/same_points.hpp"
#include "fsin/sweep/summary.hpp"

namespace fsin::study {
namespace {

using Json = nlohmann::ordered_json;

/// The file as a document without its sweep section, and that section.
struct SweepFile {
  config::Document document;
  sweep::Spec spec;
  std::optional<Mark> seeds_override;  ///< where the command line sets sweep.seeds
};

/// `sweep.grid.KEY=...` on the command line, whose path is here `grid.KEY`: replaces or adds an axis, null takes it
/// away.
void override_section(config::Tree& section, std::string_view path, config::Tree value, Diagnostics& diagnostics) {
  config::Tree* map = &section;
  std::string_view key = path;
  const std::size_t dot = path.find('.');
  if (dot != std::string_view::npos) {
    // The rest behind the first dot is one key: grid holds dotted paths.
    const std::string_view part = path.substr(0, dot);
    key = path.substr(dot + 1);
    map = section.find(part);
    if (map == nullptr) map = &section.add(part, config::map_tree());
  }
  const Mark mark = value.mark;
  if (!map->is_map())
    return diagnostics.error(mark, "there is no map of axes to put this in; write sweep.grid.KEY=...");
  config::Tree* old = map->find(key);
  if (value.kind == config::Tree::Kind::null) {
    if (old == nullptr) return diagnostics.error(mark, fmt::format("there is no axis {} to take away", in_quotes(key)));
    map->items.erase(map->items.begin() + (old - map->items.data()));
  } else if (old == nullptr) {
    map->add(key, std::move(value));
  } else {
    value.key = old->key;
    value.key_mark = mark;
    *old = std::move(value);
  }
}

/// The overrides of the section go into it, the others into the document.
void take_overrides(const std::vector<std::string>& overrides, std::optional<config::Tree>& section, SweepFile& read,
                    Diagnostics& diagnostics) {
  for (const std::string& assignment : overrides) {
    auto parsed = config::parse_assignment(assignment, diagnostics);
    if (!parsed) continue;
    constexpr std::string_view prefix = "sweep.";
    if (!parsed->path.starts_with(prefix)) {
      read.document.override_with(std::move(parsed->path), std::move(parsed->value), 0);
      continue;
    }
    if (!section) section = config::map_tree();
    if (parsed->path == "sweep.seeds") read.seeds_override = parsed->value.mark;
    override_section(*section, std::string_view(parsed->path).substr(prefix.size()), std::move(parsed->value),
                     diagnostics);
  }
}

std::optional<SweepFile> read_file(config::Document document, const std::vector<std::string>& overrides,
                                   Diagnostics& diagnostics) {
  SweepFile read{std::move(document), {}, {}};
  if (!read.document.loaded()) return std::nullopt;
  if (!config::check_schema(read.document, "fsin", experiment::schema_version, diagnostics)) return std::nullopt;
  std::optional<config::Tree> section = read.document.take("sweep");
  take_overrides(overrides, section, read, diagnostics);
  if (section) {
    read.spec = sweep::read_spec(*section, diagnostics);
  } else if (!read.document.root().at("measure.until")) {
    diagnostics.warning(Mark(read.document.source()), "there is no sweep section: one point, as fsin run would do it");
  }
  if (!diagnostics.ok()) return std::nullopt;
  return read;
}

class Loader {
 public:
  Loader(std::filesystem::path file, std::string engine, Diagnostics& diagnostics)
      : file_(std::move(file)), diagnostics_(diagnostics) {
    made_.plan.engine = std::move(engine);
    made_.plan.source = file_.filename().string();
  }

  /// Stops at the first point with a mistake: the others most likely have the same.
  std::optional<SweepPlan> load(const SweepFile& read) {
    for (const sweep::Axis& axis : read.spec.axes) made_.plan.axes.push_back(axis.name);
    for (const sweep::Point& point : sweep::points_of(read.spec)) {
      add(read.document, point);
      if (!diagnostics_.ok()) return std::nullopt;
    }
    finish(read);
    if (!diagnostics_.ok()) return std::nullopt;
    warn_same_points(made_.plan.points, diagnostics_);
    tell_unheeded();
    return std::move(made_);
  }

 private:
  void add(config::Document document, const sweep::Point& point) {
    document.begin_own_inputs();
    for (const sweep::Setting& setting : point.settings) {
      document.override_with(setting.path, setting.value, setting.axis + 1);
    }
    const std::size_t errors = diagnostics_.error_count();
    auto loaded = experiment::read_experiment(std::move(document), file_.stem().string(), diagnostics_, made_.plan.axes,
                                              &graphs_);
    std::optional<run::Prepared> prepared;
    if (loaded && loaded->experiment.measure.sample.precision) {
      diagnostics_.error(loaded->document.mark("measure.sample.precision"),
                         "the figures of a sweep would be of the rounds that were simulated; use fsin run, or remove "
                         "measure.sample");
    }
    if (loaded) prepared = run::prepare(std::move(*loaded), false, diagnostics_, &traces_);
    if (!prepared) {
      if (diagnostics_.error_count() > errors && !point.labels.empty()) {
        name_point(point.number, point.name(), diagnostics_);
      }
      return;
    }
    const experiment::Experiment& experiment = prepared->experiment();
    const auto* live = experiment.workload.get_if<sources::LiveParams>();
    if (live != nullptr && (live->cpu.record || live->trace)) {
      diagnostics_.error(Mark("fsin sweep"),
                         fmt::format("every run would write the file of {} anew; write it with fsin live, and {}",
                                     live->trace ? "workload.trace" : "workload.cpu.record",
                                     live->trace ? "leave the key out" : "take it with workload.cpu.replay"));
      return;
    }
    Json config = experiment::config_json(config::to_tree(experiment));
    if (!note_files(*prepared, config)) return;
    made_.plan.points.push_back({point.name(), point.labels, experiment::headline(experiment), std::move(config)});
    made_.points.push_back(std::move(*prepared));
  }

  /// False after an error.
  bool note_files(const run::Prepared& prepared, const Json& config) {
    std::vector<Input> inputs;
    try {
      inputs = prepared.inputs().list();
    } catch (const InputOutputError& error) {
      diagnostics_.input_error(Mark(), error.what());
      return false;
    }
    for (const Input& input : inputs) {
      if (known_.insert(input.kind + ' ' + input.path.string()).second) made_.inputs.push_back(input);
    }
    Json counts = config;
    if (const auto* live = prepared.experiment().workload.get_if<sources::LiveParams>()) {
      made_.live = true;
      const auto program = find_program(live->command.front());
      counts["workload"]["program"] = program ? sweep::file_digest(*program) : std::string();
    }
    made_.point_keys.push_back(sweep::point_key(std::move(counts), inputs));
    if (!prepared.experiment().has_ranks()) return true;
    for (const sources::File& file : prepared.source->files())
      made_.plan.traces[file.path.filename().string()] = file.digest;
    return true;
  }

  /// A key that counts at some points is told with their results only.
  void tell_unheeded() {
    const SweepPoint& first = made_.points.front();
    for (const result::Unheeded& each : first.unheeded) {
      const bool everywhere = std::all_of(made_.points.begin(), made_.points.end(), [&](const SweepPoint& point) {
        return std::any_of(point.unheeded.begin(), point.unheeded.end(),
                           [&](const result::Unheeded& other) { return other.key == each.key; });
      });
      if (!everywhere) continue;
      run::warn_of(each, made_.points.size() == 1 ? "" : ", at any point of the sweep", first.loaded.document,
                   diagnostics_);
    }
  }

  /// Seeds, confidence and the stopping rule are those of the whole sweep.
  void finish(const SweepFile& read) {
    const experiment::LoadedExperiment& first = made_.points.front().loaded;
    const experiment::MeasureParams& measure = first.experiment.measure;
    for (const SweepPoint& point : made_.points) {
      const experiment::MeasureParams& other = point.loaded.experiment.measure;
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
    plan.seeds = seeds_of(read, first);
    plan.confidence = measure.confidence;
    if (measure.until.relative_error) take_until(first);
  }

  /// An override of measure.seeds beats sweep.seeds, unless that is an override too.
  unsigned seeds_of(const SweepFile& read, const experiment::LoadedExperiment& first) {
    const auto& applied = first.document.applied();
    const auto given = std::find_if(applied.begin(), applied.end(), [](const config::Applied& each) {
      return each.path == "measure.seeds" || (each.path == "measure" && each.value.find("seeds") != nullptr);
    });
    const unsigned measured = first.experiment.measure.seeds;
    if (given == applied.end()) return read.spec.seeds.value_or(measured);
    if (read.seeds_override) {
      diagnostics_.error(given->value.mark, fmt::format("sets the number of runs a point, and so does {}; keep one",
                                                        read.seeds_override->text()));
    }
    return measured;
  }

  void take_until(const experiment::LoadedExperiment& first) {
    experiment::UntilParams until = first.experiment.measure.until;
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
  sources::TracePool traces_;
  topology::FileGraphs graphs_;
  std::set<std::string> known_;  ///< kinds and paths of made_.inputs
  SweepPlan made_;
};

}  // namespace

std::string SweepPlan::key(std::size_t point, std::uint64_t seed) const {
  return sweep::run_key(point_keys[point], plan.engine, seed, std::string(build_identity::program_digest()));
}

std::optional<SweepPlan> load_sweep(const std::filesystem::path& file, const std::vector<std::string>& overrides,
                                    const std::string& engine, Diagnostics& diagnostics) {
  return load_sweep(config::load_file(file, diagnostics), overrides, engine, diagnostics);
}

std::optional<SweepPlan> load_sweep(config::Document document, const std::vector<std::string>& overrides,
                                    const std::string& engine, Diagnostics& diagnostics) {
  const auto read = read_file(std::move(document), overrides, diagnostics);
  if (!read) return std::nullopt;
  return Loader(read->document.source(), engine, diagnostics).load(*read);
}

void name_point(std::size_t point, const std::string& name, Diagnostics& diagnostics) {
  diagnostics.error(
      Mark("fsin sweep"),
      fmt::format("the mistakes above are those of one point of the sweep; that is point {}: {}", point, name));
}

}  // namespace fsin::study

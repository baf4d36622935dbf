// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/run_folder.hpp"

#include <fmt/format.h>

#include <vector>

#include "fsin/app/kept_result.hpp"
#include "fsin/app/provenance.hpp"
#include "fsin/report/output_file.hpp"
#include "fsin/report/tables.hpp"
#include "fsin/sweep/detail.hpp"

namespace fsin::app {
namespace {

/// One point, without axes.
sweep::Plan plan_of(const RunFolder& folder, const Experiment& experiment, const report::ExperimentResult& result) {
  sweep::Plan plan;
  plan.name = result.name;
  plan.description = result.description;
  plan.source = folder.source;
  plan.points.push_back({"base", {}, result.headline, result.config});
  plan.first_seed = experiment.measure.seed;
  plan.seeds = experiment.measure.seeds;
  plan.confidence = result.confidence;
  plan.traces = folder.traces;
  plan.engine = result.engine;
  return plan;
}

}  // namespace

void prepare_run_folder(const std::filesystem::path& folder) {
  report::prepare_directory(folder);
  if (std::filesystem::exists(folder / "sweep.json")) {
    throw report::OutputError(
        fmt::format("{}: holds the results of fsin sweep, which would be mixed with those of this run; choose another "
                    "folder with --out",
                    folder.string()));
  }
}

void write_run_folder(const RunFolder& folder, const Experiment& experiment, const report::ExperimentResult& result) {
  const sweep::Plan plan = plan_of(folder, experiment, result);
  std::vector<sweep::Run> runs;
  for (const report::RunResult& run : result.runs) {
    const std::uint64_t seed = run.record.seed;
    runs.push_back({0, seed, {}, kept_result(run, result.engine, result.rng, seed == plan.first_seed)});
  }
  sweep::Provenance provenance = folder.provenance;
  provenance.finished = time_now();
  report::write_tables(result, folder.path, sweep::detail_columns("  point: {unit: \"\", meaning: \"always 0\"}\n"));
  sweep::write_detail(folder.path, plan, runs);
  sweep::write_run(folder.path, plan, runs, report::overall_outcome(result) != stats::Outcome::interrupted, provenance);
}

}  // namespace fsin::app

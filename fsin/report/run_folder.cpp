// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/run_folder.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/experiment/config_json.hpp"
#include "fsin/report/detail_tables.hpp"
#include "fsin/report/point_front.hpp"
#include "fsin/study/provenance.hpp"
#include "fsin/sweep/run_json.hpp"

namespace fsin::report {

sweep::Plan plan_of_run(const result::ExperimentResult& result, const std::string& source,
                        const std::map<std::string, std::string>& traces) {
  sweep::Plan plan;
  plan.name = result.name;
  plan.description = result.description;
  plan.source = source;
  plan.points.push_back({"base", {}, result.headline, experiment::config_json(result.config)});
  plan.first_seed = result.first_seed;
  plan.seeds = static_cast<unsigned>(result.runs_wanted);
  plan.confidence = result.confidence;
  plan.traces = traces;
  plan.engine = result.origin.engine;
  return plan;
}

void prepare_run_folder(const std::filesystem::path& folder) {
  prepare_directory(folder);
  if (std::filesystem::exists(folder / "sweep.json")) {
    throw OutputError(
        fmt::format("{}: holds the results of fsin sweep, which would be mixed with those of this run; choose another "
                    "folder with --out",
                    folder.string()));
  }
}

RunFolder::RunFolder(Facts facts, const result::ExperimentResult& result)
    : facts_(std::move(facts)),
      lock_(facts_.path),
      plan_(plan_of_run(result, facts_.source, facts_.traces)),
      tables_(result, facts_.path, detail_columns(point_front(plan_, "always 0"))),
      results_(facts_.path / "results.jsonl") {}

void RunFolder::add(const result::ExperimentResult& result, const result::RunResult& run) {
  tables_.add(result, run);
  sweep::Run kept{0, run.record.seed, {}, result::kept_result(result.origin, run, !first_)};
  results_.write(json_text(sweep::journal_line(kept)) + "\n");
  if (!first_) first_ = std::move(kept);
}

void RunFolder::finish(const result::ExperimentResult& result) {
  tables_.commit();
  results_.commit();
  std::vector<sweep::Run> detailed;
  if (first_) detailed.push_back(*first_);
  write_detail(facts_.path, plan_, detailed);
  facts_.provenance.finished = study::time_now();
  facts_.provenance.inputs = result.inputs;
  sweep::write_run_json(facts_.path, plan_, result.runs.count(),
                        result::overall_outcome(result) != stats::Outcome::interrupted, facts_.provenance);
}

}  // namespace fsin::report

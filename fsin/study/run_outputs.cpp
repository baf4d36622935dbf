// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/run_outputs.hpp"

#include <filesystem>

#include "fsin/core/output_file.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/report/text.hpp"
#include "fsin/study/provenance.hpp"

namespace fsin::study {
namespace {

/// What `--out` will say of the run besides its results.
RunFolder::Facts folder_facts(const WantedOutputs& wanted, const Experiment& experiment,
                              const WorkloadFactory& workloads) {
  RunFolder::Facts facts{
      *wanted.out, std::filesystem::path(wanted.experiment).filename().string(), {}, provenance_now()};
  if (const auto* trace = std::get_if<trgen::replay::TraceParams>(&experiment.workload)) {
    facts.traces[trace->file.filename().string()] = workloads.trace_digest();
  }
  return facts;
}

}  // namespace

void prepare_outputs(const WantedOutputs& wanted) {
  if (wanted.out) prepare_run_folder(*wanted.out);
  if (wanted.json && !is_standard_output(*wanted.json)) OutputFile::probe(*wanted.json);
}

RunOutputs::RunOutputs(const WantedOutputs& wanted, const Experiment& experiment, const WorkloadFactory& workloads,
                       const report::ExperimentResult& result)
    : text_(!wanted.json || !is_standard_output(*wanted.json)) {
  if (wanted.json) json_.emplace(*wanted.json);
  if (wanted.out) folder_.emplace(folder_facts(wanted, experiment, workloads), experiment, result);
}

void RunOutputs::add(const report::ExperimentResult& result, const report::RunResult& run) {
  if (json_) json_->add(result, run);
  if (folder_) folder_->add(result, run);
}

void RunOutputs::finish(const report::ExperimentResult& result) {
  if (text_) write_text(report::experiment_text(result));
  if (json_) json_->finish(result);
  if (folder_) folder_->finish(result);
}

}  // namespace fsin::study

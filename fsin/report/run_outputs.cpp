// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/run_outputs.hpp"

#include <filesystem>

#include "fsin/core/output_file.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/report/text.hpp"
#include "fsin/study/provenance.hpp"

namespace fsin::report {
namespace {

/// What `--out` will say of the run besides its results.
RunFolder::Facts folder_facts(const WantedOutputs& wanted) {
  return {*wanted.out, std::filesystem::path(wanted.experiment).filename().string(), wanted.traces,
          study::provenance_now()};
}

}  // namespace

void prepare_outputs(const WantedOutputs& wanted) {
  if (wanted.out) prepare_run_folder(*wanted.out);
  if (wanted.json && !is_standard_output(*wanted.json)) OutputFile::probe(*wanted.json);
}

RunOutputs::RunOutputs(const WantedOutputs& wanted, const result::ExperimentResult& result)
    : text_(!wanted.json || !is_standard_output(*wanted.json)) {
  if (wanted.json) json_.emplace(*wanted.json);
  if (wanted.out) folder_.emplace(folder_facts(wanted), result);
}

void RunOutputs::add(const result::ExperimentResult& result, const result::RunResult& run) {
  if (json_) json_->add(result, run);
  if (folder_) folder_->add(result, run);
}

void RunOutputs::finish(const result::ExperimentResult& result) {
  if (text_) write_text(experiment_text(result));
  if (json_) json_->finish(result);
  if (folder_) folder_->finish(result);
}

}  // namespace fsin::report

// SPDX-License-Identifier: Apache-2.0
// Where the results of `fsin run` go: text or JSON on standard output, a JSON file, a folder. They are written run by
// run while they come in, so that memory does not grow with the number of seeds.
#pragma once

#include <optional>
#include <string>

#include "fsin/report/json_result.hpp"
#include "fsin/study/experiment.hpp"
#include "fsin/study/run_folder.hpp"
#include "fsin/study/workload_factory.hpp"

namespace fsin::study {

struct WantedOutputs {
  std::string experiment;           ///< its file
  std::optional<std::string> json;  ///< --json
  std::optional<std::string> out;   ///< --out
};

/// Before a run that may take hours: shows that its results can be written. Throws OutputError.
void prepare_outputs(const WantedOutputs& wanted);

class RunOutputs {
 public:
  RunOutputs(const WantedOutputs& wanted, const Experiment& experiment, const WorkloadFactory& workloads,
             const report::ExperimentResult& result);

  /// The next run, in order of seed.
  void add(const report::ExperimentResult& result, const report::RunResult& run);
  void finish(const report::ExperimentResult& result);

 private:
  std::optional<report::JsonResult> json_;
  std::optional<RunFolder> folder_;
  bool text_ = true;
};

}  // namespace fsin::study

// SPDX-License-Identifier: Apache-2.0
// Where the results of `fsin run` go: text or JSON on standard output, a JSON file, a folder. They are written run by
// run while they come in, so that memory does not grow with the number of seeds.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "fsin/report/json_result.hpp"
#include "fsin/report/run_folder.hpp"

namespace fsin::report {

struct WantedOutputs {
  std::string experiment;                     ///< its file
  std::optional<std::string> json;            ///< --json
  std::optional<std::string> out;             ///< --out
  std::map<std::string, std::string> traces;  ///< file name -> digest, of the traces that are replayed
};

/// Before a run that may take hours: shows that its results can be written. Throws OutputError.
void prepare_outputs(const WantedOutputs& wanted);

class RunOutputs {
 public:
  RunOutputs(const WantedOutputs& wanted, const result::ExperimentResult& result);

  /// The next run, in order of seed.
  void add(const result::ExperimentResult& result, const result::RunResult& run);
  void finish(const result::ExperimentResult& result);

 private:
  std::optional<JsonResult> json_;
  std::optional<RunFolder> folder_;
  bool text_ = true;
};

}  // namespace fsin::report

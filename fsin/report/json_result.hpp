// SPDX-License-Identifier: Apache-2.0
// The file of `fsin run --json`: one object whatever the number of runs, written when they have all come in, in memory
// that does not grow with their number.
#pragma once

#include <string>

#include "fsin/report/json.hpp"
#include "fsin/report/spool.hpp"

namespace fsin::report {

class JsonResult {
 public:
  /// `path`: a file, or "-" for standard output.
  explicit JsonResult(std::string path);

  /// The next run of `experiment`, in order of seed.
  void add(const result::ExperimentResult& experiment, const result::RunResult& run);
  /// Writes experiment_json() with the runs as its last member. Throws OutputError.
  void finish(const result::ExperimentResult& experiment);

 private:
  void write(const result::ExperimentResult& experiment, const std::function<void(std::string_view)>& take);

  std::string path_;
  Spool runs_;
  bool some_ = false;
};

}  // namespace fsin::report

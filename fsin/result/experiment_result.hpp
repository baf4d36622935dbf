// SPDX-License-Identifier: Apache-2.0
// What `fsin run` has to report: its runs together, with what they share.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/config/tree.hpp"
#include "fsin/core/input_path.hpp"
#include "fsin/result/runs_summary.hpp"

namespace fsin::result {

struct ExperimentResult {
  std::string name;                 ///< of the experiment; the file's stem when it gives none
  std::string description;          ///< may be empty
  std::string headline;             ///< network and workload in one line
  std::vector<std::string> delays;  ///< what those given as time or length came to, a line each
  RunOrigin origin;                 ///< of every run
  std::vector<Input> inputs;        ///< all files that were read
  double confidence = 0.99;
  std::uint64_t first_seed = 1;
  bool same_seed = false;       ///< all runs have the first seed
  bool shows_profile = false;   ///< the text says where time goes
  std::size_t runs_wanted = 1;  ///< replications asked for; fewer are in `runs` after an interruption
  config::Tree config;          ///< resolved, every key
  std::string config_yaml;      ///< the same as YAML
  RunsSummary runs;
};

/// The outcome of the whole: the worst of its runs, interrupted when some are missing.
stats::Outcome overall_outcome(const ExperimentResult& result);

}  // namespace fsin::result

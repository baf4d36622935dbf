// SPDX-License-Identifier: Apache-2.0
// Messages by size and by distance, and the time of ranks by call, of the runs of one experiment under several models.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fsin/experiment/experiment.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/study/compare_models.hpp"

namespace fsin::study {

/// The value of network.model, as YAML in one line.
std::string model_text(const experiment::Experiment& experiment);

class ModelRows {
 public:
  explicit ModelRows(std::size_t models) : models_(models) {}

  /// A run that has its messages.
  void add(std::size_t model, const experiment::Experiment& experiment, const result::RunResult& run);
  /// Writes sizes, distances and phases.
  void finish(ModelComparison& comparison) const;

 private:
  struct Sum {
    std::uint64_t messages = 0;
    double cycles = 0;
  };
  using Sums = std::vector<Sum>;  ///< by model

  void add_messages(std::size_t model, const experiment::Experiment& experiment, const result::RunResult& run);

  std::size_t models_;
  std::map<unsigned, Sums> sizes_;      ///< by the least power of four that is no less than the bytes
  std::map<unsigned, Sums> distances_;  ///< by links
  std::map<std::string, Sums> phases_;
};

}  // namespace fsin::study

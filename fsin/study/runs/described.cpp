// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/runs/described.hpp"

#include <utility>

#include "fsin/config/dump.hpp"
#include "fsin/study/experiments/delays.hpp"

namespace fsin::study {

result::ExperimentResult described(const Experiment& experiment, result::RunOrigin origin) {
  result::ExperimentResult result;
  result.name = experiment.name;
  result.description = experiment.description;
  result.headline = headline(experiment);
  result.delays = delay_lines(experiment.network);
  result.origin = std::move(origin);
  result.confidence = experiment.measure.confidence;
  result.first_seed = experiment.measure.seed;
  result.runs_wanted = experiment.measure.seeds;
  result.config = config::to_tree(experiment);
  result.config_yaml = config::dump(with_absolute_paths(experiment), "fsin", schema_version);
  return result;
}

}  // namespace fsin::study

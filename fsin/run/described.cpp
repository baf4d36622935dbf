// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/described.hpp"

#include <utility>

#include "fsin/config/dump.hpp"
#include "fsin/experiment/delays.hpp"
#include "fsin/experiment/headline.hpp"
#include "fsin/sources/live.hpp"

namespace fsin::run {

bool have_one_seed(const experiment::Experiment& experiment) {
  const auto* live = experiment.workload.get_if<sources::LiveParams>();
  return live != nullptr && live->same_seed;
}

result::ExperimentResult described(const experiment::Experiment& experiment, result::RunOrigin origin) {
  result::ExperimentResult result;
  result.name = experiment.name;
  result.description = experiment.description;
  result.headline = experiment::headline(experiment);
  result.delays = experiment::delay_lines(experiment.network);
  result.origin = std::move(origin);
  result.confidence = experiment.measure.confidence;
  result.same_seed = have_one_seed(experiment);
  result.first_seed = experiment.measure.seed;
  result.runs_wanted = experiment.measure.seeds;
  result.config = config::to_tree(experiment);
  result.config_yaml = config::dump(experiment::with_absolute_paths(experiment), "fsin", experiment::schema_version);
  return result;
}

}  // namespace fsin::run

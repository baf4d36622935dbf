// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/experiment_inputs.hpp"

namespace fsin::commands {

void add_inputs(const experiment::Experiment& experiment, OutputCheck& check) {
  sources::for_each_input(experiment.workload,
                          [&](const std::string& noun, const std::filesystem::path& path) { check.reads(noun, path); });
  topology::AnyTopology topology = experiment.network.topology;
  if (const auto graph = topology::file_of(topology); graph.path != nullptr) {
    check.reads("the network", graph.path->string());
  }
  if (experiment.network.platform) check.reads("the platform", experiment.network.platform->string());
  if (experiment.network.hosts) check.reads("the hosts", experiment.network.hosts->string());
}

}  // namespace fsin::commands

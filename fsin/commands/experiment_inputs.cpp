// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/experiment_inputs.hpp"

#include "trgen/formats/folder.hpp"

namespace fsin::commands {

void add_inputs(const experiment::Experiment& experiment, OutputCheck& check) {
  if (const auto* trace = std::get_if<trgen::replay::TraceParams>(&experiment.workload)) {
    check.reads("the trace", trgen::formats::trace_files(trace->file.string()));
  }
  if (const auto* packets = std::get_if<trgen::synth::PacketsParams>(&experiment.workload)) {
    check.reads("the packets", packets->file.string());
  }
  if (const auto* synthetic = std::get_if<trgen::synth::SyntheticParams>(&experiment.workload)) {
    trgen::synth::SyntheticParams named = *synthetic;
    trgen::synth::for_each_file(
        named, [&](const std::filesystem::path& path) { check.reads("a file of the workload", path.string()); });
  }
  topology::Topologies::variant topology = experiment.network.topology;
  if (const auto graph = topology::file_of(topology); graph.path != nullptr) {
    check.reads("the network", graph.path->string());
  }
  if (experiment.network.platform) check.reads("the platform", experiment.network.platform->string());
  if (experiment.network.hosts) check.reads("the hosts", experiment.network.hosts->string());
}

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/processes_check.hpp"

#include <fmt/format.h>

#include "trgen/synth/synthetic.hpp"

namespace fsin::commands {

void check_processes(const run::RunOptions& how, bool files, const experiment::Experiment& experiment,
                     Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view what) {
    diagnostics.error(Mark("fsin run"), fmt::format("{}; start it without mpirun", what));
  };
  if (how.engine != engine::EngineKind::event) refuse("the reference engine has one process");
  if (!experiment.network.model.is<engine::RoutersModel>()) {
    refuse("a network without routers has one process");
  }
  if (routing::looks_around(experiment.network.routing)) {
    refuse(fmt::format("routing {} compares queues of routers in other processes", experiment.network.routing.name()));
  }
  if (sources::waits_for_all(experiment.workload)) {
    refuse("a shot begins when all packets of the one before have arrived");
  }
  if (experiment.measure.sample.precision) refuse("measure.sample: rounds are counted in one process");
  if (how.threads > 1) refuse("--threads: a process has one thread");
  if (how.parallel > 1) refuse("--jobs: all processes work on one run");
  if (files) refuse("--timeline, --packet-log, --message-log, --out: ask one process");
  if (how.profile) refuse("--profile, --critical-path: ask one process");
}

}  // namespace fsin::commands

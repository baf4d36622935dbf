// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/packet_log_option.hpp"

#include <fmt/format.h>

namespace fsin::commands {

void check_packet_log(const experiment::Experiment& experiment, const run::RunOptions& how, bool checkpoint,
                      Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view what) {
    diagnostics.error(Mark("fsin run"), fmt::format("--packet-log: {}", what));
  };
  const experiment::MeasureParams& measure = experiment.measure;
  if (measure.seeds != 1) refuse("it is of one run; set --seeds 1 (--seed N chooses which)");
  if (measure.find != experiment::Find::nothing || measure.warmup == experiment::auto_warmup) {
    refuse("find: saturation and warmup: auto make several simulations; give the load and the warm-up");
  }
  if (measure.sample.precision) refuse("measure.sample makes several simulations; leave it out");
  if (how.threads > 1) refuse("the run has one thread; leave --threads out");
  if (checkpoint) refuse("a run that is continued has no whole log; leave --checkpoint out");
  if (experiment.has_ranks() && engine::carries_messages(experiment::design_of(experiment))) {
    refuse("network.model carries messages and no packets; use network.model: routers");
  }
}

std::unique_ptr<run::PacketLogFile> open_packet_log(const std::optional<std::string>& path,
                                                    const workload::NetworkFacts& facts) {
  if (!path) return nullptr;
  return std::make_unique<run::PacketLogFile>(*path, facts);
}

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/checkpoint_option.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "fsin/core/say.hpp"
#include "fsin/experiment/config_json.hpp"
#include "fsin/sources/live.hpp"
#include "fsin/sources/scheduled_trace.hpp"

namespace fsin::commands {

std::optional<CheckpointRequest> checkpoint_request(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const auto path = arguments.text("checkpoint");
  const auto every = arguments.natural("checkpoint-every", 0, 1'000'000, diagnostics);
  if (!path) {
    if (every) diagnostics.error(Mark("fsin run"), "--checkpoint-every goes with --checkpoint DIR");
    return std::nullopt;
  }
  CheckpointRequest request{*path};
  if (every) request.every_s = static_cast<double>(*every);
  return request;
}

void check_checkpoint(const experiment::Experiment& experiment, const run::RunOptions& options, bool timeline,
                      Diagnostics& diagnostics) {
  const auto refuse = [&](std::string_view why) {
    diagnostics.error(Mark("fsin run"), fmt::format("{}; leave --checkpoint out", why));
  };
  if (options.engine != engine::EngineKind::event) refuse("the reference engine keeps no checkpoints");
  if (!experiment.network.model.is<engine::RoutersModel>()) {
    refuse("a network without routers keeps no checkpoints: its runs are short");
  }
  if (experiment.workload.is<sources::LiveParams>()) refuse("a live program cannot be continued from a state");
  const auto* trace = experiment.workload.get_if<trgen::replay::TraceParams>();
  if (trace != nullptr && sources::is_schedule(*trace)) refuse("a schedule that runs as a graph keeps no checkpoints");
  if (experiment.measure.sample.precision) {
    refuse("measure.sample: rounds that were simulated before a checkpoint would not be counted");
  }
  if (timeline) refuse("--timeline: what was told before a checkpoint would be told again");
}

std::unique_ptr<run::CheckpointDirectory> open_checkpoint(const CheckpointRequest& request,
                                                          const run::RunOptions& options,
                                                          const result::ExperimentResult& described,
                                                          Diagnostics& diagnostics) {
  nlohmann::json config = experiment::config_json(described.config);
  config["measure"].erase("seed");  // files are named by seed
  config["measure"].erase("seeds");
  nlohmann::json inputs = nlohmann::json::object();
  for (const Input& each : described.inputs) {
    if (!each.in_configuration) inputs[each.path.string()] = each.digest;
  }
  const nlohmann::json belongs_to{
      {"config", config},
      {"simulating code (fsin --version)", described.origin.program},
      {run::checkpoint_inputs, inputs},
      {"--threads", options.threads},
      {"--out", options.detail},
      {"processes", options.processes == nullptr ? 1U : options.processes->count()},
  };
  return run::CheckpointDirectory::open(request.path, belongs_to, request.every_s, options.processes, options.quiet,
                                        diagnostics);
}

void close_checkpoint(const run::CheckpointDirectory& directory, const result::ExperimentResult& result) {
  if (result::overall_outcome(result) != stats::Outcome::interrupted) return directory.remove();
  say("fsin: {}: the state is kept; the same command goes on from there\n", directory.path().string());
}

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
// `fsin run --timeline FILE` and what goes with it.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "fsin/cli/options.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/timeline/recorder.hpp"

namespace fsin::commands {

struct TimelineRequest {
  std::filesystem::path file;  ///< .json: for Perfetto and Chrome; .paje or .trace: for ViTE and PajeNG
  timeline::Selection selection;
  bool whole = false;  ///< as the selection says, however large; else spans and messages are thinned (coarse.hpp)
};

/// Empty without --timeline. Mistakes go to `diagnostics`.
std::optional<TimelineRequest> timeline_request(const cli::Arguments& arguments, Diagnostics& diagnostics);

/// A timeline is of one run, from its first cycle on: what contradicts that is an error.
void check_timeline(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics);

/// Opens the file; throws OutputError when it cannot be written.
std::unique_ptr<timeline::Recorder> open_timeline(const TimelineRequest& request, const run::Prepared& prepared);

}  // namespace fsin::commands

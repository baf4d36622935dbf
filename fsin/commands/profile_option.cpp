// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/profile_option.hpp"

#include <fmt/format.h>

namespace fsin::commands {

void read_profile_options(const cli::Arguments& arguments, study::RunOptions& how) {
  how.critical_path = arguments.has("critical-path");
  how.profile = arguments.has("profile") || how.critical_path;
}

void check_profile(const study::Experiment& experiment, const study::RunOptions& how, bool checkpoint,
                   Diagnostics& diagnostics) {
  if (!how.profile) return;
  const std::string_view option = how.critical_path ? "--critical-path" : "--profile";
  if (!experiment.has_ranks()) {
    diagnostics.error(
        Mark("fsin run"),
        fmt::format("{} is of ranks, and this workload has none; use workload.type: trace or program", option));
  }
  if (checkpoint) {
    diagnostics.error(
        Mark("fsin run"),
        fmt::format("{}: a run that is continued has not seen what came before; leave --checkpoint out", option));
  }
}

}  // namespace fsin::commands

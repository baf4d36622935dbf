// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/profile_option.hpp"

#include <fmt/format.h>

#include "trgen/jobs/jobs_params.hpp"
#include "trgen/replay/mpi_params.hpp"

namespace fsin::commands {

void read_profile_options(const cli::Arguments& arguments, run::RunOptions& how) {
  how.critical_path = arguments.has("critical-path");
  how.profile = arguments.has("profile") || how.critical_path;
}

void check_profile(const experiment::Experiment& experiment, const run::RunOptions& how, bool checkpoint,
                   Diagnostics& diagnostics) {
  if (!how.profile) return;
  const std::string_view option = how.critical_path ? "--critical-path" : "--profile";
  if (!experiment.has_ranks()) {
    diagnostics.error(
        Mark("fsin run"),
        fmt::format("{} is of ranks, and this workload has none; use workload.type: trace or program", option));
  }
  if (how.critical_path && sources::has_jobs(experiment.workload)) {
    diagnostics.error(Mark("fsin run"),
                      "--critical-path is of one program, and jobs have one each; run one of them by itself");
  }
  const trgen::replay::MpiParams* mpi = sources::mpi_of(experiment.workload);
  if (how.critical_path && mpi != nullptr && mpi->start == trgen::replay::MessageStart::matched) {
    diagnostics.error(Mark("fsin run"),
                      "--critical-path does not follow the words by which mpi.start: matched lets messages leave; use "
                      "mpi.start: sent, or leave the option out");
  }
  if (checkpoint) {
    diagnostics.error(
        Mark("fsin run"),
        fmt::format("{}: a run that is continued has not seen what came before; leave --checkpoint out", option));
  }
}

void check_path(const sources::Source& source, const run::RunOptions& how, Diagnostics& diagnostics) {
  if (!how.critical_path || source.rank_source() == nullptr || !source.rank_source()->leaves_sources_open()) return;
  diagnostics.error(Mark("fsin run"),
                    "--critical-path does not follow receives from any source; use workload.any_source: recorded, or "
                    "leave the option out");
}

}  // namespace fsin::commands

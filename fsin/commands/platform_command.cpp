// SPDX-License-Identifier: Apache-2.0
// fsin platform: an experiment over a platform file of SimGrid.
#include <array>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/platform_experiment.hpp"
#include "fsin/core/output_file.hpp"

namespace fsin::commands {
namespace {

constexpr std::array platform_options{
    cli::Option{"hosts", "FILE",
                "the hosts that are nodes 0, 1, ..., one name a line, or NAME:TIMES (default: all of them)"},
    cli::Option{"trace", "FILE", "the time-independent trace that the experiment replays"}};

int make_experiment(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 1, "a platform file (XML)", diagnostics);
  arguments.stop_at_errors(diagnostics);
  PlatformExperiment how{arguments.positional()[0], arguments.text("hosts"), arguments.text("trace")};
  std::optional<InputPath> hosts;
  if (how.hosts) hosts = InputPath(*how.hosts);
  const Mark at("fsin platform");
  const auto nodes = engine::message::PlatformNodes::read(InputPath(how.platform), at, hosts, at, diagnostics);
  diagnostics.print(stderr);
  if (!nodes) return diagnostics.exit_code();
  write_stdout(experiment_text(*nodes, how));
  return cli::exit_done;
}

}  // namespace

const cli::Command platform_command{
    .name = "platform",
    .summary = "writes an experiment over a platform file of SimGrid",
    .usage = "FILE [--hosts FILE] [--trace FILE]",
    .description =
        "Reads a platform of SimGrid (XML, version 4 or 4.1) and writes an experiment that replays a\n"
        "time-independent trace over its links and routes, with SimGrid's factors. What the reader leaves\n"
        "out of the platform is told.",
    .examples = "  fsin platform cluster.xml --trace lu.ti > lu.yaml\n  fsin run lu.yaml\n",
    .options = platform_options,
    .run = make_experiment};

}  // namespace fsin::commands

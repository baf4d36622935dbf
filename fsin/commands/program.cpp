// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/program.hpp"

#include <array>

#include "fsin/cli/program.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/version.hpp"
#include "fsin/core/say.hpp"

namespace fsin::commands {
namespace {

constexpr std::array commands{&run_command,
                              &sweep_command,
                              &merge_command,
                              &report_command,
                              &compare_command,
                              &compare_models_command,
                              &compare_traces_command,
                              &check_command,
                              &list_command,
                              &help_command,
                              &topology_command,
                              &platform_command,
                              &import_command,
                              &calibrate_command,
                              &live_command};

constexpr cli::Program program{
    .name = "fsin",
    .about = "fsin simulates interconnection networks cycle by cycle.",
    .notes =
        "Start with: fsin run bundled:experiments/first.yaml\n"
        "Experiments, topologies and traces that come with fsin: ls \"$(fsin --data)\", named bundled:FOLDER/FILE\n"
        "Completion: source <(fsin --completion), or --completion zsh | fish. Manual pages: fsin --man [COMMAND]\n",
    .memory_advice = "`fsin check` tells how much an experiment needs",
    .commands = commands,
    .version = version_text,
};

}  // namespace

std::span<const cli::Command* const> all_commands() { return commands; }

int run_program(const std::vector<std::string>& words, engine::Processes* processes) {
  const bool talks = processes == nullptr || processes->self() == 0;
  const auto run = [&](const cli::Command& command, const cli::Arguments& arguments) -> int {
    if (processes == nullptr) return command.run(arguments);
    if (&command == &run_command) return run_experiment(arguments, processes);
    if (talks) say("fsin {}: does not run in several processes; start it without mpirun\n", command.name);
    return cli::exit_usage;
  };
  return cli::run_program(program, words, run, talks);
}

}  // namespace fsin::commands

// SPDX-License-Identifier: Apache-2.0
// The program: its list of commands.
#include <array>
#include <cstdio>

#include "fsin/cli/program.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/version.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::commands {
namespace {

constexpr std::array commands{&capture_command, &info_command,     &check_command,      &stats_command,
                              &convert_command, &slice_command,    &generate_command,   &compress_command,
                              &compare_command, &topology_command, &extrapolate_command};

constexpr fsin::cli::Program program{
    .name = "trgen",
    .about = "trgen: traces of message-passing programs, and workloads made from them",
    .notes =
        "A trace file may be plain, gzip, zstd or bzip2; '-' is standard input.\n"
        "Exit codes: 0 done, 1 a captured program did not end well, traces that are compared differ, or a trace "
        "cannot\n"
        "be extrapolated, 2 usage, 3 input, output or a faulty trace, 70 internal error, 130 interrupted.\n"
        "Completion: source <(trgen --completion), or --completion zsh | fish. Manual pages: trgen --man [COMMAND]\n",
    .memory_advice = "`trgen info` tells how many records a trace has",
    .commands = commands,
    .version = [] { return fsin::version_line("trgen") + "\n"; },
};

}  // namespace

int run_trgen(const std::vector<std::string>& words) {
  return fsin::cli::run_program(program, words, [](const Command& command, const Arguments& arguments) -> int {
    try {
      const int code = command.run(arguments);
      if (std::fflush(stdout) != 0) throw record::TraceError("<stdout>: cannot write");
      return code;
    } catch (const record::TraceError& error) {
      fsin::say("{}\n", error.what());
      return exit_input_output;
    }
  });
}

}  // namespace trgen::commands

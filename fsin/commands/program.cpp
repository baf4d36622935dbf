// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/program.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "fsin/commands/command.hpp"
#include "fsin/commands/exit_code.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/report/output_file.hpp"
#include "fsin/study/state_file.hpp"
#include "fsin/study/version.hpp"

namespace fsin::commands {
namespace {

constexpr std::array commands{&run_command,   &sweep_command, &merge_command, &report_command,  &compare_command,
                              &check_command, &list_command,  &help_command,  &topology_command};

std::string overview() {
  std::string text =
      "fsin simulates interconnection networks cycle by cycle.\n\n"
      "usage: fsin COMMAND ...     fsin COMMAND --help     fsin --version\n\n";
  for (const Command* command : commands) text += fmt::format("  {:<10} {}\n", command->name, command->summary);
  return text + "\nStart with: fsin run experiments/first.yaml\n";
}

/// What all processes find alike, one says.
bool reports(const engine::Processes* processes) { return processes == nullptr || processes->self() == 0; }

std::string help_of(const Command& command) {
  return fmt::format("usage: fsin {} {}\n\n{}\n\noptions:\n{}\nexamples:\n{}", command.name, command.usage,
                     command.description, options_help(command.options), command.examples);
}

int run_one(const Command& command, const std::vector<std::string>& words, engine::Processes* processes) {
  for (const std::string& word : words) {
    if (word == "--help" || word == "-h") {
      report::write_stdout(help_of(command));
      return exit_done;
    }
  }
  Diagnostics diagnostics;
  const auto arguments = parse_arguments(fmt::format("fsin {}", command.name), command.options, words, diagnostics);
  if (!arguments) {
    if (reports(processes)) diagnostics.print(stderr);
    return exit_usage;
  }
  if (processes == nullptr) return command.run(*arguments);
  if (command.run_in != nullptr) return command.run_in(*arguments, *processes);
  if (reports(processes)) say("fsin {}: does not run in several processes; start it without mpirun\n", command.name);
  return exit_usage;
}

int dispatch(const std::vector<std::string>& words, engine::Processes* processes) {
  if (words.empty()) {
    say("{}", overview());
    return exit_usage;
  }
  if (words[0] == "--help" || words[0] == "-h") {
    report::write_stdout(overview());
    return exit_done;
  }
  if (words[0] == "--version") {
    report::write_stdout(study::version_text());
    return exit_done;
  }
  std::vector<std::string_view> names;
  for (const Command* command : commands) {
    if (command->name == words[0]) return run_one(*command, {words.begin() + 1, words.end()}, processes);
    names.push_back(command->name);
  }
  Diagnostics diagnostics;
  diagnostics.error(Mark("fsin"),
                    fmt::format("unknown command \"{}\"{}", words[0], suggestion(words[0], names, "commands")));
  diagnostics.print(stderr);
  return exit_usage;
}

}  // namespace

int run_program(const std::vector<std::string>& words, engine::Processes* processes) {
  try {
    return dispatch(words, processes);
  } catch (const report::OutputError& error) {
    say("fsin: {}\n", error.what());
    return exit_input_output;
  } catch (const study::CheckpointError& error) {
    say("fsin: {}\n", error.what());
    return exit_input_output;
  } catch (const std::bad_alloc&) {
    say("fsin: out of memory; `fsin check` tells how much an experiment needs\n");
    return exit_input_output;
  } catch (const std::exception& error) {
    say("fsin: internal error: {}; please report it with the command and the experiment\n", error.what());
    return exit_bug;
  }
}

}  // namespace fsin::commands

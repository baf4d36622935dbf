// SPDX-License-Identifier: Apache-2.0
// The table of commands, and what is common to them: help, and errors turned into exit codes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <exception>
#include <new>

#include "fsin/core/build_identity.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {
namespace {

using CommandTable = std::array<const Command*, 7>;

constexpr CommandTable commands{&capture_command, &info_command,  &check_command,   &stats_command,
                                &convert_command, &slice_command, &generate_command};

void print_overview() {
  fmt::print("trgen: traces of message-passing programs, and workloads made from them\n\nusage: trgen COMMAND ...\n\n");
  for (const Command* each : commands) fmt::print("  {:<10}{}\n", each->name, each->summary);
  fmt::print(
      "\ntrgen COMMAND --help explains a command. A trace file may be plain, gzip or zstd; '-' is standard input.\n"
      "Exit codes: 0 done, 1 a captured program did not end well, 2 usage, 3 input, output or a faulty trace, 70 "
      "internal\n"
      "error, 130 interrupted.\n");
}

void print_help(const Command& command, std::span<const Option> options) {
  fmt::print("usage: trgen {} {}\n\n{}\n\noptions:\n{}\nexamples:\n{}", command.name, command.usage,
             command.description, options_help(options), command.examples);
}

const Command& find_command(const std::string& name) {
  const auto found =
      std::find_if(commands.begin(), commands.end(), [&](const Command* each) { return each->name == name; });
  if (found != commands.end()) return **found;
  std::array<std::string_view, commands.size()> names;
  std::transform(commands.begin(), commands.end(), names.begin(), [](const Command* each) { return each->name; });
  throw UsageError(
      fmt::format("trgen: unknown command {}{}", fsin::in_quotes(name), fsin::suggestion(name, names, "commands")));
}

int run_command(const std::vector<std::string>& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    print_overview();
    return words.empty() ? exit_usage : exit_done;
  }
  if (words[0] == "--version") {
    fmt::print("trgen {} ({})\n", TRGEN_VERSION, fsin::build_identity::revision());
    return exit_done;
  }
  const Command& command = find_command(words[0]);
  std::vector<Option> options(command.options.begin(), command.options.end());
  options.push_back(help_option);
  const Arguments arguments(fmt::format("trgen {}", command.name), options, {words.begin() + 1, words.end()});
  if (arguments.has("help")) {
    print_help(command, options);
    return exit_done;
  }
  return command.run(arguments);
}

}  // namespace

int run_trgen(const std::vector<std::string>& words) {
  try {
    const int code = run_command(words);
    if (std::fflush(stdout) != 0) throw record::TraceError("<stdout>: cannot write");
    return code;
  } catch (const UsageError& error) {
    fsin::say("{}\n", error.what());
    return exit_usage;
  } catch (const record::TraceError& error) {
    fsin::say("{}\n", error.what());
    return exit_trace;
  } catch (const std::bad_alloc&) {
    fsin::say("trgen: out of memory; `trgen info` tells how many records a trace has\n");
    return exit_trace;
  } catch (const std::exception& error) {
    fsin::say("trgen: internal error, please report it: {}\n", error.what());
    return exit_bug;
  }
}

}  // namespace trgen::commands

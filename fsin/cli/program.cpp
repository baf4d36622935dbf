// SPDX-License-Identifier: Apache-2.0
#include "fsin/cli/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "fsin/cli/completion.hpp"
#include "fsin/cli/exit_code.hpp"
#include "fsin/core/input_output_error.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::cli {
namespace {

std::string overview(const Program& program) {
  std::string text = fmt::format("{0}\n\nusage: {1} COMMAND ...     {1} COMMAND --help     {1} --version\n\n",
                                 program.about, program.name);
  for (const Command* command : program.commands) {
    text += fmt::format("  {:<10} {}\n", command->name, command->summary);
  }
  return text + fmt::format("\n{}", program.notes);
}

std::string help_of(const Program& program, const Command& command) {
  return fmt::format("{0} {1}: {2}\n\nusage: {0} {1} {3}\n\n{4}\n\noptions:\n{5}\nexamples:\n{6}", program.name,
                     command.name, command.summary, command.usage, command.description, options_help(command.options),
                     command.examples);
}

/// Text that the program itself prints in answer to this word (--help, --version); empty for any other word.
std::string own_answer(const Program& program, std::string_view word) {
  if (word == "--help" || word == "-h" || word == "help") return overview(program);
  if (word == "--version") return program.version();
  if (word == "--completion") return bash_completion(program);
  return {};
}

int unknown_command(const Program& program, const std::string& word, bool talks) {
  std::vector<std::string_view> names;
  for (const Command* command : program.commands) names.push_back(command->name);
  Diagnostics diagnostics;
  diagnostics.error(Mark(std::string(program.name)),
                    fmt::format("unknown command {}{}", in_quotes(word), suggestion(word, names, "commands")));
  if (talks) diagnostics.print(stderr);
  return exit_usage;
}

int run_command(const Program& program, const Command& command, const std::vector<std::string>& words,
                const RunCommand& run, bool talks) {
  if (asks_for_help(words)) {
    write_stdout(help_of(program, command));
    return exit_done;
  }
  Diagnostics diagnostics;
  const auto arguments =
      parse_arguments(fmt::format("{} {}", program.name, command.name), command.options, words, diagnostics);
  if (arguments) return run(command, *arguments);
  if (talks) diagnostics.print(stderr);
  return exit_usage;
}

int dispatch(const Program& program, const std::vector<std::string>& words, const RunCommand& run, bool talks) {
  if (words.empty()) {
    if (talks) say("{}", overview(program));
    return exit_usage;
  }
  const auto found = std::find_if(program.commands.begin(), program.commands.end(),
                                  [&](const Command* each) { return each->name == words[0]; });
  if (found != program.commands.end()) {
    return run_command(program, **found, {words.begin() + 1, words.end()}, run, talks);
  }
  const std::string answer = own_answer(program, words[0]);
  if (answer.empty()) return unknown_command(program, words[0], talks);
  write_stdout(answer);
  return exit_done;
}

}  // namespace

int run_program(const Program& program, const std::vector<std::string>& words, const RunCommand& run, bool talks) {
  try {
    return dispatch(program, words, run, talks);
  } catch (const UsageError& error) {
    say("{}\n", error.what());
    return exit_usage;
  } catch (const InputOutputError& error) {
    say("{}: {}\n", program.name, error.what());
    return exit_input_output;
  } catch (const std::bad_alloc&) {
    say("{}: out of memory; {}\n", program.name, program.memory_advice);
    return exit_input_output;
  } catch (const std::exception& error) {
    say("{}: internal error: {}; please report it with the command and the files that it reads\n", program.name,
        error.what());
    return exit_bug;
  }
}

}  // namespace fsin::cli

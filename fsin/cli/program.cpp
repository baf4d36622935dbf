// SPDX-License-Identifier: Apache-2.0
#include "fsin/cli/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>
#include <span>

#include "fsin/cli/completion.hpp"
#include "fsin/cli/exit_code.hpp"
#include "fsin/cli/man_page.hpp"
#include "fsin/core/bundled.hpp"
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
  std::size_t width = 0;
  for (const Command* command : program.commands) width = std::max(width, std::string_view(command->name).size());
  for (const Command* command : program.commands) {
    text += fmt::format("  {:<{}} {}\n", command->name, width, command->summary);
  }
  return text + fmt::format("\n{}", program.notes);
}

std::string help_of(const Program& program, const Command& command) {
  return fmt::format("{0} {1}: {2}\n\nusage: {0} {1} {3}\n\n{4}\n\noptions:\n{5}\nexamples:\n{6}", program.name,
                     command.name, command.summary, command.usage, command.description, options_help(command.options),
                     command.examples);
}

std::string unknown_word(std::string_view kind, const std::string& word, std::span<const std::string_view> known) {
  return fmt::format("unknown {} {}{}", kind, in_quotes(word), suggestion(word, known, fmt::format("{}s", kind)));
}

std::vector<std::string_view> command_names(const Program& program) {
  std::vector<std::string_view> names;
  for (const Command* command : program.commands) names.push_back(command->name);
  return names;
}

const Command* find_command(const Program& program, std::string_view name) {
  const auto found = std::find_if(program.commands.begin(), program.commands.end(),
                                  [&](const Command* each) { return each->name == name; });
  return found == program.commands.end() ? nullptr : *found;
}

/// --completion [SHELL]: bash unless another is named.
std::string completion(const Program& program, const std::string& name) {
  std::vector<std::string_view> names;
  for (const Shell& shell : shells) {
    if (shell.name == name) return shell.completion(program);
    names.push_back(shell.name);
  }
  throw UsageError(fmt::format("{} --completion: {}", program.name, unknown_word("shell", name, names)));
}

/// --man [COMMAND]
std::string manual(const Program& program, const std::string& name) {
  if (name.empty()) return man_page(program);
  if (const Command* command = find_command(program, name)) return man_page(program, *command);
  throw UsageError(fmt::format("{} --man: {}", program.name, unknown_word("command", name, command_names(program))));
}

/// --complete COMMAND WORD... WORD, which the scripts of completion() call: a candidate for the last word on each line,
/// and what it means after a tab. Nothing for words that are completed as files.
std::string candidates(const Program& program, std::span<const std::string> words) {
  const Command* command = words.size() < 2 ? nullptr : find_command(program, words[0]);
  if (command == nullptr || command->complete == nullptr) return {};
  std::string text;
  for (const Candidate& each : command->complete(words.back(), words.subspan(1, words.size() - 2)))
    text += fmt::format("{}\t{}\n", each.text, each.doc);
  return text;
}

/// Text that the program itself prints in answer to its first word (--help, --version); none for any other word.
/// Throws UsageError for a second word that it does not know.
std::optional<std::string> own_answer(const Program& program, const std::vector<std::string>& words) {
  const std::string_view word = words[0];
  const std::string second = words.size() > 1 ? words[1] : std::string();
  if (word == "--help" || word == "-h" || word == "help") return overview(program);
  if (word == "--version") return program.version();
  if (word == "--data") return data_folder().string() + "\n";
  if (word == "--completion") return completion(program, second.empty() ? "bash" : second);
  if (word == "--man") return manual(program, second);
  if (word == "--complete") return candidates(program, std::span(words).subspan(1));
  return std::nullopt;
}

int unknown_command(const Program& program, const std::string& word, bool talks) {
  Diagnostics diagnostics;
  diagnostics.error(Mark(std::string(program.name)), unknown_word("command", word, command_names(program)));
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
  if (const Command* command = find_command(program, words[0])) {
    return run_command(program, *command, {words.begin() + 1, words.end()}, run, talks);
  }
  const std::optional<std::string> answer = own_answer(program, words);
  if (!answer) return unknown_command(program, words[0], talks);
  write_stdout(*answer);
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

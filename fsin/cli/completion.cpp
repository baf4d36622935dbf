// SPDX-License-Identifier: Apache-2.0
#include "fsin/cli/completion.hpp"

#include <fmt/format.h>

namespace fsin::cli {
namespace {

std::string option_words(const Command& command) {
  std::string words;
  for (const Option& option : command.options) {
    words += fmt::format("--{} ", option.name.substr(0, option.name.find(',')));
  }
  return words + "--help";
}

}  // namespace

std::string bash_completion(const Program& program) {
  std::string names, cases;
  for (const Command* command : program.commands) {
    names += fmt::format("{} ", command->name);
    cases += fmt::format("    {}) words='{}' ;;\n", command->name, option_words(*command));
  }
  return fmt::format(R"(_{0}_words() {{
  local words= word=${{COMP_WORDS[COMP_CWORD]}}
  if [ "$COMP_CWORD" = 1 ]; then
    words='{1}--help --version'
  elif [ "${{word:0:1}}" = - ]; then
    case ${{COMP_WORDS[1]}} in
{2}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o bashdefault -o default -F _{0}_words {0}
)",
                     program.name, names, cases);
}

}  // namespace fsin::cli

// SPDX-License-Identifier: Apache-2.0
#include "fsin/cli/completion.hpp"

#include <fmt/format.h>

namespace fsin::cli {
namespace {

/// Whether the value of an option is a file or a folder, by its placeholder.
bool takes_path(const Option& option) {
  for (const std::string_view word : {"FILE", "DIR", "PREFIX"}) {
    if (option.value.find(word) != std::string_view::npos) return true;
  }
  return false;
}

std::string escaped(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// Inside single quotes of zsh, which know no escape.
std::string in_zsh(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : escaped(text, special)) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out;
}

std::string in_fish(std::string_view text) { return escaped(text, "\\'"); }

std::string option_words(const Command& command) {
  std::string words;
  for (const Option& option : command.options) {
    words += fmt::format("--{} ", option.long_name());
  }
  return words + "--help";
}

/// An option as _arguments wants it: '(-j --jobs)'{-j,--jobs=}'[what it does]:N:_files'.
std::string zsh_option(const Option& option) {
  const std::string name = fmt::format("--{}{}", option.long_name(), option.value.empty() ? "" : "=");
  const std::string_view letter = option.letter();
  std::string both = letter.empty() ? fmt::format("'{}", name)
                                    : fmt::format("{{-{}{},{}}}'", letter, option.value.empty() ? "" : "+", name);
  if (option.repeatable) {
    both = letter.empty() ? "'*" + both.substr(1) : "'*'" + both;
  } else if (!letter.empty()) {
    both = fmt::format("'(-{0} --{1})'{2}", letter, option.long_name(), both);
  }
  std::string value;
  if (!option.value.empty()) {
    value = fmt::format(":{}:{}", in_zsh(option.value, ":"), takes_path(option) ? "_files" : " ");
  }
  return fmt::format("{}[{}]{}'", both, in_zsh(option.doc, "[]:"), value);
}

/// The function of zsh that asks the program for words.
std::string zsh_word(const Program& program) {
  return fmt::format(R"zsh(# A word that the program completes, or else a file.
_{0}_word() {{
  local -a found=(${{(f)"$($program --complete "${{(@)words[1,CURRENT-1]}}" "$PREFIX" 2> /dev/null)"}})
  if (( ! $#found )); then
    compset -P '*='
    _files
    return
  fi
  found=("${{(@)found//:/\\:}}")
  found=("${{(@)found/$'\t'/:}}")
  local -a more=("${{(@M)found:#*[.=]:*}}") whole=("${{(@)found:#*[.=]:*}}")
  (( $#more )) && _describe -t more word more -S ''
  (( $#whole )) && _describe -t whole word whole
}}

)zsh",
                     program.name);
}

}  // namespace

std::string bash_completion(const Program& program) {
  std::string names, cases, asked;
  for (const Command* command : program.commands) {
    if (command->complete != nullptr) asked += fmt::format("{}{}", asked.empty() ? "" : "|", command->name);
    names += fmt::format("{} ", command->name);
    cases += fmt::format("    {}) words='{}' ;;\n", command->name, option_words(*command));
  }
  // For bash, = ends a word: COMP_WORDS has KEY, = and VALUE apart, and only VALUE is replaced. The line has the whole.
  const std::string ask =
      asked.empty()
          ? std::string()
          : fmt::format(R"bash(  if [[ "$words" = "" && "$COMP_CWORD" -gt 1 && ${{COMP_WORDS[1]}} =~ ^({0})$ ]]; then
    local line=${{COMP_LINE:0:COMP_POINT}} before=
    word=${{line##*[[:space:]]}}
    mapfile -t COMPREPLY < <("${{COMP_WORDS[0]}}" --complete "${{COMP_WORDS[@]:1:COMP_CWORD-1}}" "$word" 2> /dev/null)
    COMPREPLY=("${{COMPREPLY[@]%%$'\t'*}}")
    if [[ $word = *=* && $COMP_WORDBREAKS = *=* ]]; then before=${{word%"${{word##*=}}"}}; fi
    COMPREPLY=("${{COMPREPLY[@]#"$before"}}")
    if [[ ${{COMPREPLY[0]-}} = *[.=] ]]; then compopt -o nospace 2> /dev/null; fi
    return
  fi
)bash",
                        asked);
  return fmt::format(R"(_{0}_words() {{
  local words= word=${{COMP_WORDS[COMP_CWORD]}}
  if [ "$COMP_CWORD" = 1 ]; then
    words='{1}--help --version'
  elif [ "${{word:0:1}}" = - ]; then
    case ${{COMP_WORDS[1]}} in
{2}    esac
  fi
{3}  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o bashdefault -o default -F _{0}_words {0}
)",
                     program.name, names, cases, ask);
}

std::string zsh_completion(const Program& program) {
  std::string names, cases, ask;
  for (const Command* command : program.commands) {
    names += fmt::format("    '{}:{}'\n", command->name, in_zsh(command->summary, ":"));
    cases += fmt::format("    {})\n      _arguments -S \\\n", command->name);
    for (const Option& option : command->options) cases += fmt::format("        {} \\\n", zsh_option(option));
    if (command->complete != nullptr) ask = zsh_word(program);
    cases += fmt::format(
        "        '(-h --help)'{{-h,--help}}'[print the help]' \\\n        '*:{}' ;;\n",
        command->complete == nullptr ? std::string("file:_files") : fmt::format("word:_{}_word", program.name));
  }
  return fmt::format(R"zsh(#compdef {0}
compdef _{0} {0}

{3}_{0}() {{
  local program=$words[1]
  local -a commands=(
{1}    '--help:print the commands'
    '--version:print the version'
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{2}  esac
}}

if [ "$funcstack[1]" = _{0} ]; then _{0} "$@"; fi
)zsh",
                     program.name, names, cases, ask);
}

std::string fish_completion(const Program& program) {
  std::string text =
      fmt::format("complete -c {} -n __fish_use_subcommand -l help -d 'print the commands'\n", program.name);
  text += fmt::format("complete -c {} -n __fish_use_subcommand -l version -d 'print the version'\n", program.name);
  for (const Command* command : program.commands) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d '{}'\n", program.name, command->name,
                        in_fish(command->summary));
    const std::string begin =
        fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", program.name, command->name);
    for (const Option& option : command->options) {
      const std::string_view letter = option.letter();
      text += fmt::format("{} -l {}{}{} -d '{}'\n", begin, option.long_name(),
                          letter.empty() ? "" : fmt::format(" -s {}", letter),
                          option.value.empty() ? "" : (takes_path(option) ? " -r -F" : " -x"), in_fish(option.doc));
    }
    text += fmt::format("{} -l help -s h -d 'print the help'\n", begin);
    if (command->complete != nullptr) {
      const std::string words =
          fmt::format("({} --complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)", program.name);
      text += fmt::format("{} -a '{}'\n", begin, words);
      text += fmt::format("complete -c {} -f -n '__fish_seen_subcommand_from {}; and count {} >/dev/null'\n",
                          program.name, command->name, words);  // files only where there is no word
    }
  }
  return text;
}

}  // namespace fsin::cli

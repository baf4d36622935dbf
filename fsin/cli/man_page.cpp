// SPDX-License-Identifier: Apache-2.0
// The macros are those of man(7), which groff and mandoc know.
#include "fsin/cli/man_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

namespace fsin::cli {
namespace {

/// Text as roff prints it: a minus is no hyphen, a backslash no escape, a point at the beginning no macro.
std::string roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    if (c == '-') {
      out += "\\-";
    } else if (c == '\\') {
      out += "\\e";
    } else {
      out += c;
    }
  }
  return out;
}

std::string upper(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return out;
}

std::string verbatim(std::string_view text) {
  const bool ends = text.empty() || text.back() == '\n';
  return fmt::format(".PP\n.nf\n{}{}.fi\n", roff(text), ends ? "" : "\n");
}

/// Paragraphs stand between empty lines. One with an indented line is a table, which keeps its lines.
std::string paragraphs(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find("\n\n"), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 2, text.size()));
    if (one.empty()) continue;
    if (one.front() == ' ' || one.find("\n ") != std::string_view::npos) {
      out += verbatim(one);
    } else {
      out += fmt::format(".PP\n{}\n", roff(one.back() == '\n' ? one.substr(0, one.size() - 1) : one));
    }
  }
  return out;
}

/// "fsin 0.1.0" of the text of --version, whose revision would make the page of every build another one.
std::string release(const Program& program) {
  const std::string text = program.version();
  return text.substr(0, std::min(text.find(" ("), text.find('\n')));
}

std::string head(const Program& program, std::string_view page, std::string_view summary) {
  return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", roff(upper(page)),
                     roff(release(program)), roff(page), roff(summary));
}

std::string option_entry(const Option& option) {
  std::string name = fmt::format("\\fB{}\\fR", roff(fmt::format("--{}", option.long_name())));
  if (!option.letter().empty()) name = fmt::format("\\fB{}\\fR, {}", roff(fmt::format("-{}", option.letter())), name);
  if (!option.value.empty()) name += fmt::format(" \\fI{}\\fR", roff(option.value));
  return fmt::format(".TP\n{}\n{}\n", name, roff(option.doc));
}

std::string see_also(const Program& program, std::string_view but) {
  std::vector<std::string> pages;
  if (!but.empty()) pages.push_back(fmt::format("\\fB{}\\fR(1)", roff(program.name)));
  for (const Command* command : program.commands) {
    if (command->name == but) continue;
    pages.push_back(fmt::format("\\fB{}\\fR(1)", roff(fmt::format("{}-{}", program.name, command->name))));
  }
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

}  // namespace

std::string man_page(const Program& program) {
  std::string_view about = program.about;
  if (const std::size_t of = about.find(": "); of != std::string_view::npos) about.remove_prefix(of + 2);
  if (about.ends_with('.')) about.remove_suffix(1);
  if (about.starts_with(program.name)) about.remove_prefix(program.name.size() + 1);
  const std::string name = roff(program.name);
  std::string text = head(program, program.name, about);
  text += fmt::format(
      ".SH SYNOPSIS\n.B {0}\n.I COMMAND\n\\&...\n.br\n.B {0}\n.I COMMAND\n.B \\-\\-help\n.br\n.B {0}\n"
      "\\fB\\-\\-version\\fR | \\fB\\-\\-data\\fR | \\fB\\-\\-completion\\fR [\\fISHELL\\fR] | "
      "\\fB\\-\\-man\\fR [\\fICOMMAND\\fR]\n.SH COMMANDS\n",
      name);
  for (const Command* command : program.commands) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(command->name), roff(command->summary));
  }
  text += ".SH NOTES\n" + verbatim(program.notes);
  text += fmt::format(
      ".SH FILES\n.TP\n.I bundled:NAME\nOn a command line and in an experiment: a file that comes with the programs, "
      "such as\n.IR bundled:experiments/first.yaml .\n.B {} \\-\\-data\nprints the folder of these files, which is "
      "share/fsin beside the folder of the program.\n"
      ".SH ENVIRONMENT\n.TP\n.B FSIN_DATA\nanother folder of bundled files\n",
      name);
  return text + see_also(program, {});
}

std::string man_page(const Program& program, const Command& command) {
  std::string text = head(program, fmt::format("{}-{}", program.name, command.name), command.summary);
  text += fmt::format(".SH SYNOPSIS\n.B {} {}\n{}\n.SH DESCRIPTION\n{}.SH OPTIONS\n", roff(program.name),
                      roff(command.name), roff(command.usage), paragraphs(command.description));
  for (const Option& option : command.options) text += option_entry(option);
  text += option_entry({"help,h", "", "print a shorter form of this page"});
  text += fmt::format(".SH EXAMPLES\n{}", verbatim(command.examples));
  return text + see_also(program, command.name);
}

}  // namespace fsin::cli

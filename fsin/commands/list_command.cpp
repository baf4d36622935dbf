// SPDX-License-Identifier: Apache-2.0
// fsin list: what there is to choose from.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/kinds.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::commands {
namespace {

std::string kind_text(const Kind& kind) {
  std::string text =
      fmt::format("{}: {}{}\n", kind.name, kind.doc, kind.key.empty() ? "" : fmt::format("  (key {})", kind.key));
  std::size_t width = 0;
  for (const auto& entry : kind.entries) width = std::max(width, entry.name.size());
  for (const auto& entry : kind.entries) text += fmt::format("  {:<{}}  {}\n", entry.name, width, entry.doc);
  return text;
}

int list(const cli::Arguments& arguments) {
  const std::vector<Kind> all = kinds();
  std::vector<std::string_view> known;
  known.reserve(all.size());
  for (const Kind& kind : all) known.push_back(kind.name);
  Diagnostics diagnostics;
  std::string text;
  for (const std::string& wanted : arguments.positional()) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const Kind& kind) { return kind.name == wanted; });
    if (found != all.end()) {
      text += kind_text(*found);
    } else {
      diagnostics.error(Mark("fsin list"),
                        fmt::format("unknown kind {}{}", in_quotes(wanted), suggestion(wanted, known, "kinds")));
    }
  }
  if (arguments.positional().empty()) {
    for (const Kind& kind : all) text += kind_text(kind) + "\n";
    text += "fsin help KIND.NAME tells more, e.g. fsin help topology.torus\n";
  }
  diagnostics.print(stderr);
  if (!diagnostics.ok()) return diagnostics.exit_code();
  write_stdout(text);
  return cli::exit_done;
}

}  // namespace

const cli::Command list_command{.name = "list",
                                .summary = "lists what an experiment can name: topologies, routings, patterns, ...",
                                .usage = "[KIND ...]",
                                .description = "Prints every name that an experiment can use, with one line on each.",
                                .examples = "  fsin list\n  fsin list topology routing\n",
                                .options = {},
                                .run = list,
                                .complete = complete_kind};

}  // namespace fsin::commands

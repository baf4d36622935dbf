// SPDX-License-Identifier: Apache-2.0
// fsin help: one thing explained, or the whole reference page.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/key_help.hpp"
#include "fsin/commands/reference_page.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/json_schema.hpp"

namespace fsin::commands {
namespace {

constexpr std::array help_options{
    cli::Option{"markdown", "", "print the reference page of everything, in Markdown"},
    cli::Option{"json-schema", "NAME", "print the JSON Schema of a result: run, sweep-run, comparison or check"}};

int print_schema(const std::string& name) {
  if (const auto schema = report::json_schema(name)) {
    write_stdout(schema->dump(1) + "\n");
    return cli::exit_done;
  }
  Diagnostics diagnostics;
  diagnostics.error(Mark("fsin help"), fmt::format("no schema is called {}{}", in_quotes(name),
                                                   suggestion(name, report::json_schemas(), "schemas")));
  diagnostics.print(stderr);
  return diagnostics.exit_code();
}

std::vector<std::string> all_topics(const std::vector<Kind>& all) {
  std::vector<std::string> topics;
  for (const Kind& kind : all) {
    for (const auto& entry : kind.entries) topics.push_back(fmt::format("{}.{}", kind.name, entry.name));
  }
  return topics;
}

/// "topology.torus" or just "torus": all entries that it names.
std::string find_topic(const std::vector<Kind>& all, const std::string& wanted) {
  std::string text;
  for (const Kind& kind : all) {
    for (const auto& entry : kind.entries) {
      if (wanted == entry.name || wanted == fmt::format("{}.{}", kind.name, entry.name)) {
        text += entry_help(kind, entry);
      }
    }
  }
  return text;
}

int help(const cli::Arguments& arguments) {
  if (arguments.has("markdown")) {
    write_stdout(reference_markdown());
    return cli::exit_done;
  }
  if (const auto name = arguments.text("json-schema")) return print_schema(*name);
  if (arguments.positional().empty()) {
    write_stdout(keys_help());
    return cli::exit_done;
  }
  const std::vector<Kind> all = kinds();
  Diagnostics diagnostics;
  std::string text;
  for (const std::string& wanted : arguments.positional()) {
    const std::string found = find_topic(all, wanted) + key_help(wanted);
    text += found;
    if (!found.empty()) continue;
    std::vector<std::string> topics = all_topics(all);
    for (const std::string& path : key_paths()) topics.push_back(path);
    const std::vector<std::string_view> names(topics.begin(), topics.end());
    const auto near = nearest(wanted, names);
    diagnostics.error(Mark("fsin help"),
                      fmt::format("nothing is called {}{}; fsin list shows all names", in_quotes(wanted),
                                  near ? fmt::format("; did you mean {}?", *near) : ""));
  }
  diagnostics.print(stderr);
  if (!diagnostics.ok()) return diagnostics.exit_code();
  write_stdout(text);
  return cli::exit_done;
}

}  // namespace

const cli::Command help_command{
    .name = "help",
    .summary = "explains the keys of an experiment, or one key or choice",
    .usage = "[KIND.NAME | KEY ...] [--markdown] [--json-schema NAME]",
    .description =
        "Without a name: every key of an experiment. With a choice (topology.torus) or a key (workload.load, "
        "torus.dims,\n"
        "sweep.grid): what it is, its own keys, units, ranges and defaults, and how it is written.",
    .examples =
        "  fsin help\n  fsin help topology.torus routing.adaptive\n  fsin help workload.load torus.dims\n"
        "  fsin help --markdown\n",
    .options = help_options,
    .run = help};

}  // namespace fsin::commands

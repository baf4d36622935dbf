// SPDX-License-Identifier: Apache-2.0
// fsin help: one thing explained, or the whole reference page.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/experiment_schema.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/key_help.hpp"
#include "fsin/commands/program.hpp"
#include "fsin/commands/reference_page.hpp"
#include "fsin/commands/search.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/json_schema.hpp"

namespace fsin::commands {
namespace {

constexpr std::array help_options{
    cli::Option{"markdown", "", "print the reference page of everything, in Markdown"},
    cli::Option{"json-schema", "NAME",
                "print a JSON Schema: experiment and network of files that are read, for editors; run, "
                "sweep-run, comparison and check of results"}};

/// The schemas of what is read; report::json_schema() has those of what is written.
struct InputSchema {
  std::string_view name;
  nlohmann::ordered_json (*make)();
};
constexpr std::array input_schemas{InputSchema{"experiment", experiment_schema},
                                   InputSchema{"network", network_schema}};

int print_schema(const std::string& name) {
  std::vector<std::string_view> names;
  for (const InputSchema& each : input_schemas) {
    names.push_back(each.name);
    if (name != each.name) continue;
    write_stdout(each.make().dump(1) + "\n");
    return cli::exit_done;
  }
  if (const auto schema = report::json_schema(name)) {
    write_stdout(schema->dump(1) + "\n");
    return cli::exit_done;
  }
  for (const std::string_view each : report::json_schemas()) names.push_back(each);
  Diagnostics diagnostics;
  diagnostics.error(Mark("fsin help"),
                    fmt::format("no schema is called {}{}", in_quotes(name), suggestion(name, names, "schemas")));
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

/// What is known of a name, or else where the words occur; of one word both, since `latency` is a key of a model and a
/// figure.
std::string topic_text(const std::vector<Kind>& all, const std::string& wanted) {
  const std::string found = find_topic(all, wanted) + key_help(wanted);
  if (wanted.find('.') != std::string::npos) return found;
  constexpr std::size_t most = 12, most_beside = 4;
  const std::string others = search_text(wanted, all_commands(), found.empty() ? most : most_beside);
  if (others.empty()) return found;
  if (!found.empty()) return fmt::format("{}\nWhere {} occurs:\n{}", found, in_quotes(wanted), others);
  return fmt::format("Where {} occurs:\n{}fsin help NAME explains a key, a choice or a figure.\n", in_quotes(wanted),
                     others);
}

/// "; did you mean workload.load?", a whole name before a word of one.
std::string guess(const std::vector<Kind>& all, const std::string& wanted) {
  std::vector<std::string> topics = all_topics(all);
  for (const std::string& path : key_paths()) topics.push_back(path);
  const std::vector<std::string_view> names(topics.begin(), topics.end());
  if (const auto near = nearest(wanted, names)) return fmt::format("; did you mean {}?", *near);
  const std::string word = nearest_word(wanted);
  return word.empty() ? "" : fmt::format("; did you mean {}?", word);
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
    const std::string found = topic_text(all, wanted);
    text += found;
    if (!found.empty()) continue;
    diagnostics.error(Mark("fsin help"), fmt::format("nothing is called {}{}; fsin list shows all names",
                                                     in_quotes(wanted), guess(all, wanted)));
  }
  diagnostics.print(stderr);
  if (!diagnostics.ok()) return diagnostics.exit_code();
  write_stdout(text);
  return cli::exit_done;
}

}  // namespace

const cli::Command help_command{
    .name = "help",
    .summary = "explains a key, a choice or a figure, and finds words among all of them and the pages",
    .usage = "[KIND.NAME | KEY | WORD ...] [--markdown] [--json-schema NAME]",
    .description =
        "Without a name: every key of an experiment. With a choice (topology.torus) or a key (workload.load, "
        "torus.dims,\n"
        "sweep.grid): what it is, its own keys, units, ranges and defaults, and how it is written. With any other\n"
        "word, or several in quotes: the figures, keys, choices, commands and pages in which it occurs.\n\n"
        "With --json-schema experiment: the keys as a JSON Schema, from which the YAML support of an editor completes\n"
        "them and marks mistakes.",
    .examples =
        "  fsin help\n  fsin help topology.torus routing.adaptive\n  fsin help workload.load torus.dims\n"
        "  fsin help saturation\n  fsin help 'virtual channel'\n"
        "  fsin help --markdown\n  fsin help --json-schema experiment > fsin-experiment.json\n",
    .options = help_options,
    .run = help,
    .complete = complete_topic};

}  // namespace fsin::commands

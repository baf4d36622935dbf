// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/reference_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/experiment/experiment.hpp"
#include "fsin/stats/formulas.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::commands {

std::string value_text(const config::FieldDoc& field) {
  std::string text = field.type;
  if (!field.unit.empty()) text += fmt::format(" ({})", field.unit);
  if (!field.range.empty()) text += fmt::format(", {}", field.range);
  if (field.required) return text + ", required";
  if (!field.default_value.empty()) text += fmt::format(", default {}", field.default_value);
  return text;
}

namespace {

std::string choices_text(const config::FieldDoc& field) {
  std::string text;
  for (const config::ChoiceDoc& choice : field.choices)
    text += fmt::format("{}{}", text.empty() ? "" : ", ", choice.name);
  return text;
}

std::string field_help(const config::FieldDoc& field) {
  std::string text = fmt::format("  {}\n      {}\n      {}\n", field.path, field.doc, value_text(field));
  if (!field.choices.empty()) text += fmt::format("      one of {}\n", choices_text(field));
  return text;
}

/// The keys that can be written here: groups hold none of their own, and what is inside a choice stands with its entry.
std::vector<const config::FieldDoc*> own_keys(const std::vector<config::FieldDoc>& fields) {
  std::vector<const config::FieldDoc*> own;
  std::string choice;  // prefix of the keys inside the choice that was seen last
  for (const config::FieldDoc& field : fields) {
    if (!choice.empty() && field.path.rfind(choice, 0) == 0) continue;
    choice = field.type == "choice" ? fmt::format("{}.", field.path) : "";
    if (field.type != "group") own.push_back(&field);
  }
  return own;
}

/// A cell may hold no bar and no line break.
std::string cell(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|')
      result += "\\|";
    else
      result += c == '\n' ? ' ' : c;
  }
  return result;
}

std::string field_table(const std::vector<config::FieldDoc>& fields) {
  std::string text = "| key | meaning | value | default |\n|---|---|---|---|\n";
  for (const config::FieldDoc* own : own_keys(fields)) {
    const config::FieldDoc& field = *own;
    std::string value = field.type;
    if (!field.unit.empty()) value += fmt::format(" ({})", field.unit);
    if (!field.range.empty()) value += fmt::format(", {}", field.range);
    if (!field.choices.empty()) value += ": " + choices_text(field);
    const std::string fallback = field.required ? "required" : field.default_value;
    text += fmt::format("| `{}` | {} | {} | {} |\n", field.path, cell(field.doc), cell(value),
                        fallback.empty() ? "" : fmt::format("`{}`", cell(fallback)));
  }
  return text;
}

/// Whether its entries have the same keys, or none, and no sources: then one table of them is enough.
bool alike(const Kind& kind) {
  if (kind.entries.empty()) return true;
  const std::string first = field_table(kind.entries.front().fields);
  return std::all_of(kind.entries.begin(), kind.entries.end(), [&first](const config::EntryDoc& entry) {
    return entry.cite.empty() && field_table(entry.fields) == first;
  });
}

std::string kind_markdown(const Kind& kind) {
  std::string text = fmt::format("## {}\n\n{}", kind.name, kind.doc);
  if (!kind.key.empty()) text += fmt::format(" (key `{}`)", kind.key);
  text += ".\n\n";
  if (alike(kind)) {
    text += "| name | meaning |\n|---|---|\n";
    for (const auto& entry : kind.entries) text += fmt::format("| `{}` | {} |\n", entry.name, cell(entry.doc));
    text += "\n";
    const auto& fields = kind.entries.front().fields;
    return fields.empty() ? text : fmt::format("{}Each of them has these keys:\n\n{}\n", text, field_table(fields));
  }
  for (const auto& entry : kind.entries) {
    text += fmt::format("### {} `{}`\n\n{}.", kind.name, entry.name, entry.doc);
    if (!entry.cite.empty()) text += fmt::format(" Source: {}.", entry.cite);
    text += "\n\n";
    if (!entry.fields.empty()) text += field_table(entry.fields) + "\n";
  }
  return text;
}

}  // namespace

std::string entry_help(const Kind& kind, const config::EntryDoc& entry) {
  std::string text = fmt::format("{}.{}: {}\n", kind.name, entry.name, entry.doc);
  if (!entry.cite.empty()) text += fmt::format("source: {}\n", entry.cite);
  if (!kind.key.empty() && entry.fields.empty()) text += fmt::format("write {}: {}\n", kind.key, entry.name);
  if (!entry.fields.empty()) {
    text += fmt::format("write {}: {{type: {}, ...}} with\n", kind.key, entry.name);
    for (const config::FieldDoc* field : own_keys(entry.fields)) text += field_help(*field);
  }
  return text;
}

std::string keys_help() {
  std::string text = "keys of an experiment (a YAML file that begins with `fsin: 1`):\n";
  const std::vector<config::FieldDoc> fields = config::describe<experiment::Experiment>();
  for (const config::FieldDoc* field : own_keys(fields)) text += field_help(*field);
  return text +
         "fsin help KIND.NAME prints the keys of a choice, e.g. fsin help topology.torus.\n"
         "fsin help KEY prints everything about one key, e.g. fsin help workload.load.\n";
}

std::string reference_markdown() {
  std::string text =
      "# Reference\n\nEvery key of an experiment and everything there is to choose from. This page is printed by\n"
      "`fsin help --markdown`.\n\n## Experiment\n\nA YAML file that begins with `fsin: 1`. Any key can be overridden "
      "on "
      "the command\nline as `key=value`, with the whole path or its end where that is unique.\n\n"
      "A value that decides nothing beside the others (`measure.resolution` without `find: saturation`) is told: in a\n"
      "warning with the place where it is written, by `fsin run`, `check` and `sweep`, and in `unheeded` of the "
      "results,\n"
      "each as `{key, why}`. So is an algorithm of a collective that another one stands in for. A value that is "
      "written\n"
      "and equals the default changes nothing anywhere, and is not told.\n\n";
  text += field_table(config::describe<experiment::Experiment>()) + "\n";
  for (const Kind& kind : kinds()) {
    if (kind.name == "statistic") continue;
    text += kind_markdown(kind);
  }
  text +=
      "## statistic\n\nFigures of a run: names in `--json` (dots nest) and columns of `runs.csv`. The formula says "
      "how a figure follows\nfrom what is written of a run, without the counters of the simulator: from its packet "
      "log (`--packet-log`), its\ntimeline (`--timeline`), the plan (the experiment and its trace or program) or "
      "other members of the result. Of some\n(`none`) the formula says why nothing that is written has them.\n\n";
  text += "| name | unit | meaning | from | formula |\n|---|---|---|---|---|\n";
  for (const stats::Metric& metric : stats::metrics()) {
    const stats::Formula formula = stats::formula_of(metric.name);
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", metric.name, metric.unit, cell(metric.meaning),
                        formula.log_name(), cell(formula.text));
  }
  return text;
}

}  // namespace fsin::commands

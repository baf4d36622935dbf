// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/key_help.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "fsin/commands/reference_page.hpp"
#include "fsin/config/describe.hpp"
#include "fsin/config/tree.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::commands {
namespace {

// The section is no part of one experiment and has no fields; fsin/sweep/spec.hpp reads it.
constexpr std::array keys_of_sweep{
    SectionKey{SectionKey::Kind::group, "sweep", "  what varies in fsin sweep: a map with grid, zip and seeds\n"},
    SectionKey{SectionKey::Kind::axes, "sweep.grid",
               "  every combination of its axes; the first one varies slowest. An axis is one of\n"
               "      KEY: [value, value, ...]\n"
               "      KEY: {from: 0.1, to: 0.9, step: 0.1}      both ends included, computed in decimal\n"
               "      NAME: {point: {KEY: value, ...}, ...}     named points, each sets any keys\n"
               "  command line    sweep.grid.KEY=... replaces or adds an axis, sweep.grid.KEY=~ takes it away\n"},
    SectionKey{SectionKey::Kind::axes, "sweep.zip",
               "  lists or ranges of equal length under their keys, walked side by side: one more axis\n"},
    SectionKey{SectionKey::Kind::value, "sweep.seeds",
               "  whole number, 1 to 100000: runs a point; default: measure.seeds\n"}};

/// A key with the choices around it.
struct Key {
  config::FieldDoc doc;
  std::string choice;                             ///< path of the innermost choice
  std::map<std::string, std::string_view> types;  ///< path of each choice, and the type that has the key

  /// network.topology.torus.dims for network.topology.dims of a torus.
  std::string typed_path() const {
    if (choice.empty()) return doc.path;
    return fmt::format("{}.{}{}", choice, doc.when, doc.path.substr(choice.size()));
  }
};

std::vector<Key> all_keys() {
  std::vector<Key> keys;
  std::map<std::string, Key> choices;  // the last of each path: what is inside it follows it
  for (const config::FieldDoc& field : config::describe<experiment::Experiment>()) {
    Key key{field, {}, {}};
    for (const auto& [path, choice] : choices) {
      const bool inside = !field.when.empty() && field.path.starts_with(path + ".");
      if (inside && path.size() > key.choice.size()) key.choice = path;
    }
    if (!key.choice.empty()) {
      key.types = choices.at(key.choice).types;
      key.types[key.choice] = field.when;
    }
    if (field.type == "choice") choices.insert_or_assign(field.path, key);
    keys.push_back(std::move(key));
  }
  return keys;
}

/// Those that the name means, whole paths before ends of paths; twins of other types stay apart.
std::vector<Key> meant_by(std::string_view wanted, const std::vector<Key>& keys) {
  std::string_view name = wanted;
  constexpr std::string_view type = ".type";
  if (name.ends_with(type)) name.remove_suffix(type.size());
  const bool of_choice = name.size() != wanted.size();
  std::vector<Key> whole, ending;
  for (const Key& key : keys) {
    if (of_choice && key.doc.type != "choice") continue;
    if (key.doc.path == name) whole.push_back(key);
    if (config::ends_with_path(key.doc.path, name) || config::ends_with_path(key.typed_path(), name))
      ending.push_back(key);
  }
  return whole.empty() ? ending : whole;
}

/// A value that could be written: the default, or what stands in for one.
std::string example_of(const config::FieldDoc& field) {
  if (!field.default_value.empty() && field.default_value != "~") return field.default_value;
  return field.choices.empty() ? "VALUE" : std::string(field.choices.front().name);
}

bool is_number(const config::FieldDoc& field) { return field.type.ends_with("number") || !field.unit.empty(); }

/// The keys directly inside; what is behind a choice is a topic of its own.
std::string members_text(const Key& key, const std::vector<Key>& keys) {
  std::string text = "  keys inside:\n";
  const std::string inside = key.doc.path + ".";
  for (const Key& inner : keys) {
    const bool direct =
        inner.doc.path.starts_with(inside) && inner.doc.path.find('.', inside.size()) == std::string::npos;
    if (direct && inner.doc.when == key.doc.when) {
      text += fmt::format("    {:<22} {}\n", inner.doc.key, inner.doc.doc);
    }
  }
  return text;
}

/// network: {topology: {type: torus, dims: [8, 8]}}
std::string nested(const Key& key, const std::string& value) {
  std::string_view rest = key.doc.path;
  std::string text, closing, at;
  while (!rest.empty()) {
    const std::string_view part = config::pop_component(rest);
    at = config::join_path(at, part);
    text += fmt::format("{}: ", part);
    if (rest.empty()) break;
    const auto type = key.types.find(at);
    text += type == key.types.end() ? "{" : fmt::format("{{type: {}, ", type->second);
    closing += "}";
  }
  return text + value + closing;
}

std::string ways_to_write(const Key& key) {
  const config::FieldDoc& field = key.doc;
  const std::string value = example_of(field);
  const std::string override = fmt::format("{}={}", field.path, value);
  const bool blank = value.find(' ') != std::string::npos;
  std::string text = fmt::format("  in the file       {}\n", nested(key, value));
  text += fmt::format("  command line      {}\n", blank ? fmt::format("'{}'", override) : override);
  text += fmt::format("  in a sweep        sweep: {{grid: {{{}: [{}, ...]}}}}\n", field.path, value);
  if (is_number(field)) {
    text += fmt::format("                    sweep: {{grid: {{{}: {{from: .., to: .., step: ..}}}}}}\n", field.path);
  }
  return text;
}

/// Whether only the type that they belong to tells two keys apart.
bool are_twins(const Key& a, const Key& b) {
  return a.doc.path == b.doc.path && a.doc.doc == b.doc.doc && value_text(a.doc) == value_text(b.doc);
}

/// `of`: the types that have the key.
std::string one_key(const Key& key, const std::string& of, const std::vector<Key>& keys) {
  const config::FieldDoc& field = key.doc;
  std::string text = field.path;
  if (!key.choice.empty()) text += fmt::format("  (of {}: {})", key.choice, of);
  text += fmt::format("\n  {}\n", field.doc);
  if (field.type == "group") return text + members_text(key, keys);
  text += fmt::format("  {}\n", value_text(field));
  for (const config::ChoiceDoc& choice : field.choices) text += fmt::format("    {:<22} {}\n", choice.name, choice.doc);
  return text + ways_to_write(key);
}

}  // namespace

std::span<const SectionKey> section_keys() { return keys_of_sweep; }

std::string key_help(std::string_view wanted) {
  for (const SectionKey& key : section_keys()) {
    if (wanted == key.path) return fmt::format("{}\n{}", key.path, key.help);
  }
  const std::vector<Key> keys = all_keys();
  constexpr std::size_t most_told = 3;  // of keys that many types have, the first stands for all
  const std::vector<Key> meant = meant_by(wanted, keys);
  std::string text;
  for (auto key = meant.begin(); key != meant.end(); ++key) {
    const auto is_twin = [key](const Key& other) { return are_twins(*key, other); };
    const auto twins = static_cast<std::size_t>(std::count_if(meant.begin(), meant.end(), is_twin));
    if (twins > most_told && std::any_of(meant.begin(), key, is_twin)) continue;
    const std::string type(key->doc.when);
    text += one_key(*key, twins > most_told ? fmt::format("{} and {} others", type, twins - 1) : type, keys);
  }
  return text;
}

std::vector<std::string> key_paths() {
  std::vector<std::string> paths;
  for (const Key& key : all_keys()) paths.push_back(key.doc.path);
  for (const SectionKey& key : section_keys()) paths.emplace_back(key.path);
  return paths;
}

}  // namespace fsin::commands

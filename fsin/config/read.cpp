// SPDX-License-Identifier: Apache-2.0
// See read.hpp.
#include "fsin/config/read.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fsin/config/input_key.hpp"
#include "fsin/config/overrides.hpp"
#include "fsin/config/scalar.hpp"
#include "fsin/config/schema.hpp"
#include "fsin/config/synonyms.hpp"
#include "fsin/config/yaml_text.hpp"
#include "fsin/core/bundled.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

/// The choice that the keys of a map belong to.
struct ChoiceContext {
  const std::vector<Entry>* entries;
  std::size_t selected;
  const Tree* by;
};

bool is_key_of(const Field& field, std::string_view key) {
  return field.key == key || std::find(field.aliases.begin(), field.aliases.end(), key) != field.aliases.end();
}

bool has_key(const std::vector<Field>& fields, std::string_view key) {
  return std::any_of(fields.begin(), fields.end(), [key](const Field& field) { return is_key_of(field, key); });
}

std::string kind_name(const Tree& node) {
  switch (node.kind) {
    case Tree::Kind::null:
      return "nothing";
    case Tree::Kind::list:
      return "a list";
    case Tree::Kind::map:
      return "a map";
    default:
      return in_quotes(node.text);
  }
}

class Reader {
 public:
  Reader(const Fields& top, const Tree& root, const Inputs& inputs, const Explain& explain, Diagnostics& diagnostics)
      : top_(top), root_(root), inputs_(inputs), explain_(explain), diagnostics_(diagnostics) {}

  /// `node` is null if the map was not written; then only missing required keys are reported, at `place`.
  void read_map(const std::vector<Field>& fields, Tree* node, const Mark& place, const std::string& path,
                const ChoiceContext* choice = nullptr) {
    for (const Field& field : fields) {
      const std::string field_path = join_path(path, field.key);
      Tree* entry = node == nullptr ? nullptr : find_entry(field, *node, field_path);
      if (entry == nullptr && field.required) {
        error(place, fmt::format("missing key {}: {}; write \"{}: ...\"", field_path, field.doc, field.key));
      } else {
        read_field(field, entry, place, field_path);
      }
    }
    if (node == nullptr) return;
    for (const Tree& entry : node->items) {
      const bool is_type = choice != nullptr && entry.key == "type";
      if (!is_type && !has_key(fields, entry.key)) report_unknown(entry, fields, path, choice);
    }
  }

 private:
  void error(const Mark& mark, std::string message) { diagnostics_.error(mark, std::move(message)); }

  /// The entry of the field in the map. An entry under an old name is renamed, so that Document::mark() finds it.
  Tree* find_entry(const Field& field, Tree& map, const std::string& path) {
    for (const std::string_view alias : field.aliases) {
      Tree* old = map.find(alias);
      if (old == nullptr) continue;
      diagnostics_.warning(old->key_mark, fmt::format("{} is the old name of {}; write the new one", alias, path));
      if (map.find(field.key) == nullptr) {
        old->key = field.key;
      } else {
        settle_both(field.key, alias, map);
      }
    }
    return map.find(field.key);
  }

  /// Settles a key that is given under both of its names: an override replaces what the file says, anything else is a
  /// mistake. One entry is left.
  void settle_both(std::string_view key, std::string_view alias, Tree& map) {
    const Tree old = *map.find(alias);
    const Tree given = *map.find(key);
    const bool old_overrides = old.mark.line == 0 && given.mark.line > 0;
    const bool given_overrides = given.mark.line == 0 && old.mark.line > 0;
    if (!old_overrides && !given_overrides) {
      error(old.key_mark,
            fmt::format("{} is given too, as {} at {}; keep one of them", alias, key, given.key_mark.text()));
    }
    std::erase_if(map.items, [alias](const Tree& entry) { return entry.key == alias; });
    if (!old_overrides) return;
    Tree& winner = *map.find(key);
    winner = old;
    winner.key = key;
  }

  void read_field(const Field& field, Tree* node, const Mark& place, const std::string& path) {
    if (field.choice != nullptr) {
      read_choice(field, node, place, path);
    } else if (field.type == nullptr) {
      read_group(field, node, place, path);
    } else if (node != nullptr) {
      read_value(field, *field.type, field.value, *node, path);
    }
  }

  void read_group(const Field& field, Tree* node, const Mark& place, const std::string& path) {
    if (node != nullptr && !node->is_map()) {
      error(node->mark, fmt::format("{}: {} in place of keys; write {{key: value, ...}} or indented lines", path,
                                    kind_name(*node)));
      return;
    }
    read_map(field.members, node, node == nullptr ? place : node->key_mark, path);
  }

  void read_choice(const Field& field, Tree* node, const Mark& place, const std::string& path) {
    const std::vector<Entry> entries = field.choice->entries();
    const Selection selection = select_entry(field, entries, node);
    if (!selection.index) {
      report_unknown_type(entries, *selection.by, path);
      return;
    }
    void* value = field.choice->select(field.value, *selection.index);
    Fields inner;
    entries[*selection.index].fields(value, inner);
    Tree* map = node != nullptr && node->is_map() ? node : nullptr;
    const ChoiceContext context{&entries, *selection.index, selection.by};
    read_map(inner.list(), map, node == nullptr ? place : node->mark, path, &context);
  }

  void read_value(const Field& field, const Type& type, void* value, const Tree& node, const std::string& path) {
    if (type.shape == Shape::optional) {
      const bool absent = node.kind == Tree::Kind::null;
      type.resize(value, absent ? 0 : 1);
      if (!absent) read_value(field, *type.inner, type.at(value, 0), node, path);
    } else if (type.shape == Shape::list) {
      read_list(field, type, value, node, path);
    } else if (&type == &type_of<YamlText>) {
      type.set(value, yaml_text_of(node).text);
      static_cast<YamlText*>(value)->inputs = inputs_.below(path);
    } else if (!node.is_scalar()) {
      error(node.mark, fmt::format("{}: {} in place of a {}; {}", path, kind_name(node), noun(type), advice(field)));
    } else {
      read_scalar(field, type, value, node, path);
    }
  }

  void read_list(const Field& field, const Type& type, void* value, const Tree& node, const std::string& path) {
    const Tree list = field.by_x ? split_by_x(node) : node;
    if (!list.is_list()) {
      error(node.mark, fmt::format("{}: {} in place of a list; {}", path, kind_name(node), list_fix(field, node)));
      return;
    }
    const std::size_t count = list.items.size();
    if (count < field.min_size || count > field.max_size) {
      error(node.mark, fmt::format("{}: {}; give {} to {}", path, counted(count, "value"), field.min_size,
                                   counted(field.max_size, "value")));
      return;
    }
    type.resize(value, count);
    for (std::size_t i = 0; i < count; ++i) {
      read_value(field, *type.inner, type.at(value, i), list.items[i], fmt::format("{}[{}]", path, i));
    }
  }

  /// Turns 8x8 into [8, 8]; anything else is returned as it is. Sizes have no leading zero, so that 0x10 is not a list
  /// of two.
  static Tree split_by_x(const Tree& node) {
    if (!node.is_scalar() || node.text.size() > 200 || node.text.find('x') == std::string::npos) return node;
    Tree list;
    list.kind = Tree::Kind::list;
    list.mark = node.mark;
    for (std::size_t at = 0; at <= node.text.size();) {
      const std::size_t end = std::min(node.text.find('x', at), node.text.size());
      const auto size = parse_natural(std::string_view(node.text).substr(at, end - at));
      if (!size || *size == 0) return node;
      list.items.push_back(text_tree(node.text.substr(at, end - at)));
      list.items.back().mark = node.mark;
      at = end + 1;
    }
    return list;
  }

  static std::string list_fix(const Field& field, const Tree& node) {
    if (!node.is_scalar()) return "write [one, two, ...]";
    if (field.by_x && !parse_natural(node.text)) return "write for example [8, 8] or 8x8";
    return fmt::format("write [{}]", one_line(node.text.substr(0, 60)));
  }

  void read_scalar(const Field& field, const Type& type, void* value, const Tree& node, const std::string& path) {
    std::string problem;
    std::optional<Scalar> scalar = parse_scalar(field, node, problem);
    if (!scalar) {
      const std::string means = explain_ && type.shape == Shape::quantity ? explain_(node.text, type.dimension) : "";
      error(node.mark, fmt::format("{}: {}{}{}", path, problem, means.empty() ? "" : "; ", means));
      return;
    }
    if (type.shape == Shape::path) scalar = resolve_path(std::get<std::string>(*scalar), node.mark);
    type.set(value, *scalar);
    if (type.shape == Shape::path) record_input(type, value, path, field.is_part, inputs_);
  }

  /// A path in a file is relative to the folder of that file; one in an override is relative to the working directory;
  /// `bundled:` names a file that comes with the program.
  static std::string resolve_path(const std::string& written, const Mark& mark) {
    if (const auto bundled = bundled_file(written)) return bundled->string();
    if (written.empty() || mark.line == 0) return written;
    return (std::filesystem::path(mark.source()).parent_path() / written).lexically_normal().string();
  }

  void report_unknown_type(const std::vector<Entry>& entries, const Tree& by, const std::string& path) {
    std::vector<std::string_view> names;
    names.reserve(entries.size());
    for (const Entry& entry : entries) names.push_back(entry.name);
    if (!by.is_scalar()) {
      error(by.mark,
            fmt::format("{}: {} in place of a type; write one of: {}", path, kind_name(by), fmt::join(names, ", ")));
      return;
    }
    error(by.mark,
          fmt::format("{}: unknown type {}{}", path, in_quotes(by.text), suggestion(by.text, names, "valid types")));
  }

  void report_unknown(const Tree& entry, const std::vector<Field>& fields, const std::string& path,
                      const ChoiceContext* choice) {
    if (choice != nullptr && report_other_type(entry, path, *choice)) return;
    const std::string where = path.empty() ? "at the top level" : "in " + path;
    const std::string what = fmt::format("unknown key {} {}", in_quotes(entry.key), where);
    std::vector<std::string_view> keys;
    keys.reserve(fields.size() + 1);
    if (choice != nullptr) keys.emplace_back("type");
    for (const Field& field : fields) keys.push_back(field.key);
    if (const auto meant = synonym_of(entry.key, keys)) {
      const auto field = std::find_if(fields.begin(), fields.end(), [&](const Field& f) { return f.key == *meant; });
      error(entry.key_mark, fmt::format("{}; did you mean {} ({})? valid keys: {}", what, in_quotes(*meant), field->doc,
                                        fmt::join(keys, ", ")));
      return;
    }
    // The same key elsewhere, among the selected entries only: in another type it means something else.
    const std::vector<std::string> active = active_paths(top_, root_);
    const std::vector<std::string_view> elsewhere = paths_ending(active, entry.key);
    if (!elsewhere.empty() && elsewhere.size() <= 3) {
      error(entry.key_mark, fmt::format("{}; did you mean {}?", what, fmt::join(elsewhere, " or ")));
      return;
    }
    const std::string others = elsewhere.empty() ? keys_elsewhere(top_, entry.key) : std::string();
    error(entry.key_mark,
          fmt::format("{}{}{}{}", what, others.empty() ? "" : "; ", others, suggestion(entry.key, keys, "valid keys")));
  }

  /// Reports a key that only another entry of the catalogue has, as when only the type was changed.
  bool report_other_type(const Tree& entry, const std::string& path, const ChoiceContext& choice) {
    const std::string_view selected = (*choice.entries)[choice.selected].name;
    for (const Entry& other : *choice.entries) {
      if (!has_key(DefaultEntry(other).fields.list(), entry.key)) continue;
      const bool overridden = choice.by != nullptr && choice.by->mark.line == 0;
      const std::string fix = overridden ? fmt::format("remove it, or replace the whole with '{}={}'", path, selected)
                                         : fmt::format("remove it, or write \"type: {}\"", other.name);
      error(entry.key_mark,
            fmt::format("{}: key {} belongs to type {}, but the type is {}{}; {}", path, in_quotes(entry.key),
                        other.name, selected, overridden ? fmt::format(" ({})", choice.by->mark.text()) : "", fix));
      return true;
    }
    return false;
  }

  const Fields& top_;
  const Tree& root_;
  const Inputs& inputs_;
  const Explain& explain_;
  Diagnostics& diagnostics_;
};

}  // namespace

bool read_fields(Document& document, const Fields& fields, Diagnostics& diagnostics, const Explain& explain) {
  if (!document.loaded()) return false;
  const std::size_t errors = diagnostics.error_count();
  resolve_overrides(document, fields, diagnostics);
  Reader(fields, document.root_, document.inputs(), explain, diagnostics)
      .read_map(fields.list(), &document.root_, document.start_, {});
  return diagnostics.error_count() == errors;
}

}  // namespace fsin::config

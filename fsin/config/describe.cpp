// SPDX-License-Identifier: Apache-2.0
// See describe.hpp.
#include "fsin/config/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include "fsin/config/dump.hpp"
#include "fsin/config/scalar.hpp"
#include "fsin/config/schema.hpp"
#include "fsin/config/yaml.hpp"
#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

std::string type_text(const Field& field) {
  if (field.choice != nullptr) return "choice";
  if (field.type == nullptr) return "group";
  const Type& type = *field.type;
  const Type& shown = type.shape == Shape::optional ? *type.inner : type;
  std::string out = shown.shape == Shape::list ? fmt::format("list of {}s", noun(*shown.inner)) : noun(shown);
  return type.shape == Shape::optional ? "optional " + out : out;
}

std::string limits_text(const Field& field) {
  if (field.type == nullptr) return {};
  std::string out = range_text(field);
  const bool sized = field.max_size != std::numeric_limits<std::size_t>::max();
  if (!sized) return out;
  const std::string size = fmt::format("{} to {}", field.min_size, counted(field.max_size, "value"));
  return out.empty() ? size : fmt::format("{}, {}", out, size);
}

std::string default_text(const Field& field) {
  if (field.required || (field.type == nullptr && field.choice == nullptr)) return {};
  const Tree value = field_to_tree(field);
  if (field.choice != nullptr) return value.find("type")->text;
  std::string text = emit_yaml(value);
  text.pop_back();
  return text;
}

class Describer {
 public:
  void describe(const std::vector<Field>& fields, const std::string& prefix, std::string_view when) {
    for (const Field& field : fields) {
      FieldDoc& out = docs_.emplace_back();
      out.path = join_path(prefix, field.key);
      out.key = field.key;
      out.when = when;
      out.type = type_text(field);
      if (field.type != nullptr && field.type->scalar().shape == Shape::quantity) {
        out.unit = unit_list(field.type->scalar().dimension);
      }
      out.range = limits_text(field);
      out.doc = field.doc;
      out.required = field.required;
      out.default_value = default_text(field);
      for (const NamedValue& row : field.names) out.choices.push_back({row.name, row.doc});
      describe_inside(field, std::string(out.path), when);
    }
  }

  std::vector<FieldDoc> take() { return std::move(docs_); }

 private:
  void describe_inside(const Field& field, const std::string& parent, std::string_view when) {
    if (field.choice == nullptr) {
      describe(field.members, parent, when);
      return;
    }
    const std::vector<Entry> entries = field.choice->entries();
    for (const Entry& entry : entries) docs_.back().choices.push_back({entry.name, entry.doc});
    for (const Entry& entry : entries) describe(DefaultEntry(entry).fields.list(), parent, entry.name);
  }

  std::vector<FieldDoc> docs_;
};

}  // namespace

std::vector<FieldDoc> describe_fields(const Fields& fields) {
  Describer describer;
  describer.describe(fields.list(), {}, {});
  return describer.take();
}

namespace {

/// Calls use(field) with the one at a path. False where there is none.
bool find_field(const std::vector<Field>& fields, std::string_view path, const std::function<void(const Field&)>& use) {
  const std::string_view key = pop_component(path);
  const auto field = std::find_if(fields.begin(), fields.end(), [key](const Field& each) { return each.key == key; });
  if (field == fields.end()) return false;
  if (path.empty()) {
    use(*field);
    return true;
  }
  if (field->choice == nullptr) return find_field(field->members, path, use);
  const std::vector<Entry> entries = field->choice->entries();
  return std::any_of(entries.begin(), entries.end(),
                     [&](const Entry& entry) { return find_field(DefaultEntry(entry).fields.list(), path, use); });
}

}  // namespace

std::vector<EntryDoc> describe_values(const Fields& fields, std::string_view path) {
  std::vector<EntryDoc> values;
  find_field(fields.list(), path, [&values](const Field& field) {
    if (field.choice != nullptr) values = describe_entries(field.choice->entries());
    for (const NamedValue& each : field.names) values.push_back({each.name, each.doc, {}, {}});
  });
  if (values.empty()) throw std::logic_error(fmt::format("no key {} with names for its values", path));
  return values;
}

std::vector<EntryDoc> describe_entries(const std::vector<Entry>& entries) {
  std::vector<EntryDoc> out;
  for (const Entry& entry : entries) {
    const DefaultEntry made(entry);
    out.push_back({entry.name, entry.doc, entry.cite, describe_fields(made.fields)});
  }
  return out;
}

}  // namespace fsin::config

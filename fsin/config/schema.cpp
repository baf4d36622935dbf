// SPDX-License-Identifier: Apache-2.0
// See schema.hpp.
#include "fsin/config/schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "fsin/config/describe.hpp"

namespace fsin::config {
namespace {

std::optional<std::size_t> index_of(const std::vector<Entry>& entries, std::string_view name) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].name == name) return i;
  }
  return std::nullopt;
}

bool has_field(const Entry& entry, std::string_view key) {
  const DefaultEntry held(entry);
  const std::vector<Field>& fields = held.fields.list();
  return std::any_of(fields.begin(), fields.end(), [key](const Field& field) { return field.key == key; });
}

class Collector {
 public:
  explicit Collector(bool only_selected) : only_selected_(only_selected) {}

  void collect(const std::vector<Field>& fields, const std::string& prefix, const Tree* node) {
    for (const Field& field : fields) {
      if (field.is_part) continue;
      const std::string path = join_path(prefix, field.key);
      add(path);
      const Tree* child = node == nullptr ? nullptr : node->find(field.key);
      if (field.choice != nullptr) {
        collect_choice(field, path, child);
      } else {
        collect(field.members, path, child);
      }
    }
  }
  std::vector<std::string> take() { return std::move(paths_); }

 private:
  void add(const std::string& path) {
    if (seen_.insert(path).second) paths_.push_back(path);
  }
  void collect_choice(const Field& field, const std::string& path, const Tree* node) {
    add(join_path(path, "type"));
    const std::vector<Entry> entries = field.choice->entries();
    const std::optional<std::size_t> selected = select_entry(field, entries, node).index;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (only_selected_ && selected && i != *selected) continue;
      const DefaultEntry entry(entries[i]);
      collect(entry.fields.list(), path, node);
    }
  }

  bool only_selected_;
  std::vector<std::string> paths_;
  std::set<std::string> seen_;
};

}  // namespace

Selection select_entry(const Field& choice, const std::vector<Entry>& entries, const Tree* node) {
  const std::size_t held = choice.choice->index(choice.value);
  if (node == nullptr) return {held, nullptr};
  if (node->is_scalar()) return {index_of(entries, node->text), node};
  if (!node->is_map()) return {std::nullopt, node};
  if (const Tree* type = node->find("type")) {
    return {type->is_scalar() ? index_of(entries, type->text) : std::nullopt, type};
  }
  if (!node->items.empty()) {
    const Tree& first = node->items.front();
    const std::optional<std::size_t> named = index_of(entries, first.key);
    if (named && !has_field(entries[held], first.key)) return {named, &first};
  }
  return {held, nullptr};
}

std::vector<std::string> all_paths(const Fields& fields) {
  Collector collector(false);
  collector.collect(fields.list(), {}, nullptr);
  return collector.take();
}

std::vector<std::string> active_paths(const Fields& fields, const Tree& root) {
  Collector collector(true);
  collector.collect(fields.list(), {}, &root);
  return collector.take();
}

std::string_view doc_of(const Fields& fields, std::string_view path) {
  for (const FieldDoc& field : describe_fields(fields)) {
    if (field.path == path) return field.doc;  // a literal, see fields.hpp
  }
  return {};
}

std::string keys_elsewhere(const Fields& fields, std::string_view key) {
  std::vector<std::string> found;
  for (const FieldDoc& field : describe_fields(fields)) {
    if (field.key != key || field.when.empty()) continue;
    found.push_back(fmt::format("{}{} to type {}", field.path, found.empty() ? " belongs" : "", field.when));
  }
  return found.size() > 3 ? std::string() : fmt::format("{}", fmt::join(found, ", "));
}

std::vector<std::string_view> paths_ending(const std::vector<std::string>& paths, std::string_view key) {
  std::vector<std::string_view> out;
  for (const std::string_view path : paths) {
    if (ends_with_path(path, key)) out.push_back(path);
  }
  return out;
}

std::string_view last_component(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

}  // namespace fsin::config

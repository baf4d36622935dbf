// SPDX-License-Identifier: Apache-2.0
// See overrides.hpp.
#include "fsin/config/overrides.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "fsin/config/schema.hpp"
#include "fsin/config/synonyms.hpp"
#include "fsin/config/yaml.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::config {
namespace {

bool is_path(std::string_view path) {
  return !path.empty() && !path.starts_with('.') && !path.ends_with('.') && path.find("..") == std::string_view::npos;
}

bool is_top_level(const Fields& fields, std::string_view path) {
  const std::string_view first = pop_component(path);
  return std::any_of(fields.list().begin(), fields.list().end(), [first](const Field& f) { return f.key == first; });
}

/// Suggests keys of the selected types only: in another type, a key of the same name means something else.
std::string unknown_message(std::string_view path, const Fields& fields, const std::vector<std::string>& active) {
  std::vector<std::string_view> leaves, top;
  for (const std::string_view known : active) leaves.push_back(last_component(known));
  for (const Field& field : fields.list()) top.push_back(field.key);
  const std::string_view name = last_component(path);
  if (const auto meant = synonym_of(name, leaves)) {
    const std::vector<std::string_view> places = paths_ending(active, *meant);
    return fmt::format("unknown key {}; did you mean {} ({})?", in_quotes(path), fmt::join(places, " or "),
                       doc_of(fields, places.front()));
  }
  const std::optional<std::string_view> near = nearest(name, leaves);
  if (!near) return fmt::format("unknown key {}{}", in_quotes(path), suggestion(path, top, "top-level keys"));
  return fmt::format("unknown key {}; did you mean {}?", in_quotes(path),
                     fmt::join(paths_ending(active, *near), " or "));
}

/// The full path that an override means, or the message why there is none.
std::optional<std::string> full_path(const std::string& path, const Fields& fields, const Tree& root,
                                     std::string& error) {
  if (is_top_level(fields, path)) return path;
  const std::vector<std::string> paths = all_paths(fields);
  std::vector<std::string_view> matches = paths_ending(paths, path);
  const std::vector<std::string> active = active_paths(fields, root);
  if (matches.size() > 1) {
    // Keys of selected entries take precedence over keys of the others.
    const std::vector<std::string_view> better = paths_ending(active, path);
    if (!better.empty()) matches = better;
  }
  if (matches.size() == 1) return std::string(matches.front());
  if (matches.empty() && path.find('.') != std::string::npos) {
    // The group exists, so the reader will report which keys it has.
    const std::vector<std::string_view> groups = paths_ending(active, path.substr(0, path.rfind('.')));
    if (groups.size() == 1) return join_path(groups.front(), last_component(path));
  }
  error = matches.empty() ? unknown_message(path, fields, active)
                          : fmt::format("key {} is ambiguous; write {}", in_quotes(path), fmt::join(matches, " or "));
  return std::nullopt;
}

/// Descends into an entry that must be a map. A scalar on the way is the short form of a choice; if it is no choice,
/// the reader finds a map where a scalar belongs and says so.
Tree& descend(Tree& map, std::string_view key, const Mark& mark) {
  Tree* entry = map.find(key);
  if (entry == nullptr) {
    Tree fresh = map_tree();
    fresh.mark = mark;
    return map.add(key, std::move(fresh));
  }
  if (entry->is_map()) return *entry;
  Tree inner = std::move(*entry);
  *entry = map_tree();
  entry->key = std::move(inner.key);
  entry->key_mark = inner.key_mark;
  entry->mark = mark;
  if (inner.is_scalar()) {
    inner.key_mark = inner.mark;
    entry->add("type", std::move(inner));
  }
  return *entry;
}

void put(Tree& root, std::string_view path, const Tree& value) {
  Tree* here = &root;
  std::string_view key = pop_component(path);
  for (; !path.empty(); key = pop_component(path)) here = &descend(*here, key, value.mark);
  if (Tree* old = here->find(key)) {
    *old = value;
    old->key = key;
    old->key_mark = value.mark;
  } else {
    here->add(key, value);
  }
}

}  // namespace

std::optional<Assignment> parse_assignment(std::string_view assignment, Diagnostics& diagnostics) {
  constexpr std::size_t shown = 200;
  const bool is_long = assignment.size() > shown;
  const Mark mark(fmt::format("override '{}{}'", assignment.substr(0, shown), is_long ? "..." : ""));
  const std::size_t equals = assignment.find('=');
  const std::string_view path = assignment.substr(0, equals);
  if (equals == std::string_view::npos) {
    diagnostics.error(mark, "not an assignment; write key=value, in quotes if the value has blanks");
  } else if (!is_path(path)) {
    diagnostics.error(mark, fmt::format("{} is not a key; write a dotted path such as a.b.c=value", in_quotes(path)));
  } else if (assignment.size() > max_text_bytes || find_non_text(assignment)) {
    diagnostics.error(mark, "not a text, or too long; write key=value");
  } else {
    const std::size_t errors = diagnostics.error_count();
    std::optional<Tree> value = parse_yaml(assignment.substr(equals + 1), mark, diagnostics);
    if (diagnostics.error_count() > errors) return std::nullopt;
    if (value) return Assignment{std::string(path), std::move(*value)};
    diagnostics.error(mark, "no value after \"=\"; write key=value");
  }
  return std::nullopt;
}

void Document::override_with(std::string_view assignment, Diagnostics& diagnostics) {
  auto parsed = parse_assignment(assignment, diagnostics);
  if (parsed) overrides_.push_back({std::move(parsed->path), std::move(parsed->value), 0});
}

void resolve_overrides(Document& document, const Fields& fields, Diagnostics& diagnostics) {
  for (const Document::Override& change : std::exchange(document.overrides_, {})) {
    std::string error;
    if (const std::optional<std::string> path = full_path(change.path, fields, document.root_, error)) {
      put(document.root_, *path, change.value);
      document.applied_.push_back({*path, change.value, change.layer});
    } else {
      diagnostics.error(change.value.mark, error);
    }
  }
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// The paths of all keys of a configuration. Internal to fsin/config.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/config/tree.hpp"

namespace fsin::config {

/// The entry of a choice that a document selects.
struct Selection {
  std::optional<std::size_t> index;  ///< empty if the name is unknown or is no name
  const Tree* by = nullptr;          ///< the value or key that names it; null if the current entry stays
};

/// Resolves `torus`, `{type: torus}`, or `{torus: ...}`, whose first key names an entry and is no field of the current
/// one. Without a name, the current entry stays.
Selection select_entry(const Field& choice, const std::vector<Entry>& entries, const Tree* node);

/// The fields of an entry with its defaults, and the value into which they point.
struct DefaultEntry {
  explicit DefaultEntry(const Entry& entry) : value(entry.make()) { entry.fields(value.get(), fields); }
  std::shared_ptr<void> value;
  Fields fields;
};

/// Dotted paths of all fields, with those of every entry of each choice.
std::vector<std::string> all_paths(const Fields& fields);
/// Dotted paths of all fields, with those of the selected entries only.
std::vector<std::string> active_paths(const Fields& fields, const Tree& root);

/// The paths that are `key` or end in `.key`.
std::vector<std::string_view> paths_ending(const std::vector<std::string>& paths, std::string_view key);

/// The meaning of the key at a path, from the first field with this path; empty if no field has it.
std::string_view doc_of(const Fields& fields, std::string_view path);

/// `workload.file belongs to type trace, ...`: where keys of this name exist among the entries that are not selected.
/// Empty if there are none, or more than three.
std::string keys_elsewhere(const Fields& fields, std::string_view key);

/// The part of a path after its last dot.
std::string_view last_component(std::string_view path);

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// Which keys there are: the paths of all fields, for the inside of fsin/config.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/fields.hpp"
#include "fsin/config/tree.hpp"

namespace fsin::config {

/// Which entry of a choice a document asks for.
struct Selection {
  std::optional<std::size_t> index;  ///< empty if the name is unknown or is no name
  const Tree* by = nullptr;          ///< the value or key that names it; null if it is the one held already
};

/// `torus`, `{type: torus}`, `{torus: ...}` where the first key is the name of an entry and not a field of the one
/// held, or the entry held if none is named.
Selection select_entry(const Field& choice, const std::vector<Entry>& entries, const Tree* node);

/// Fields of an entry with its defaults, and the value they point into.
struct DefaultEntry {
  explicit DefaultEntry(const Entry& entry) : value(entry.make()) { entry.fields(value.get(), fields); }
  std::shared_ptr<void> value;
  Fields fields;
};

/// Dotted paths of all fields, with those of every entry of a choice.
std::vector<std::string> all_paths(const Fields& fields);
/// The same, with those of the selected entries only.
std::vector<std::string> active_paths(const Fields& fields, const Tree& root);

/// The paths that are `key` or end in `.key`.
std::vector<std::string_view> paths_ending(const std::vector<std::string>& paths, std::string_view key);

/// What the key at a path is, by the first field that has this path; empty for a path that there is not.
std::string_view doc_of(const Fields& fields, std::string_view path);

/// `workload.file belongs to type trace, ...` for keys of this name that only entries have which are not selected;
/// empty if there are none, or more than three.
std::string keys_elsewhere(const Fields& fields, std::string_view key);

/// The part of a path behind its last dot.
std::string_view last_component(std::string_view path);

}  // namespace fsin::config

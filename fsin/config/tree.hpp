// SPDX-License-Identifier: Apache-2.0
// Tree: a configuration as text with marks. The YAML reader makes it, overrides change it, typed values are read from
// it and dumped to it. It knows no types: a scalar is its text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"

namespace fsin::config {

struct Tree {
  /// `boolean` and `number` occur only in resolved trees (to_tree), where the types are known.
  enum class Kind : std::uint8_t { null, text, boolean, number, list, map };

  Kind kind = Kind::null;
  std::string text;         ///< of a scalar
  Mark mark;                ///< where the value stands
  std::string key;          ///< if this is an entry of a map
  Mark key_mark;            ///< where the key stands
  bool quoted = false;      ///< the scalar was written in quotes
  std::vector<Tree> items;  ///< of a list, or entries of a map in the order written

  bool is_scalar() const { return kind == Kind::text || kind == Kind::boolean || kind == Kind::number; }
  bool is_map() const { return kind == Kind::map; }
  bool is_list() const { return kind == Kind::list; }

  /// The entry with this key, or null.
  const Tree* find(std::string_view name) const;
  Tree* find(std::string_view name);
  /// The value at a dotted path, or null. The empty path is the tree itself.
  const Tree* at(std::string_view path) const;

  /// Adds an entry and returns it; the key must not be there yet.
  Tree& add(std::string_view name, Tree value);
};

Tree text_tree(std::string text);
Tree map_tree();

/// Removes the first component from a dotted path and returns it: "a.b.c" gives "a" and becomes "b.c".
std::string_view pop_component(std::string_view& path);
/// Joins a path and a key: "a.b" and "c" give "a.b.c"; an empty prefix gives "c".
std::string join_path(std::string_view prefix, std::string_view key);
/// True of a dotted path and its last components: `router.queue` ends `network.router.queue`, `queue` too, `ueue` not.
bool ends_with_path(std::string_view path, std::string_view end);

}  // namespace fsin::config

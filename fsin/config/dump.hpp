// SPDX-License-Identifier: Apache-2.0
// Writes a struct as the configuration that gives it: every key, quantities in canonical units. Reading the result
// gives the same values again.
#pragma once

#include <string>
#include <string_view>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/tree.hpp"

namespace fsin::config {

/// The part of to_tree() that does not depend on the type.
Tree fields_to_tree(const Fields& fields);
/// The value of one field, without its key.
Tree field_to_tree(const Field& field);
/// The tree as YAML; with a schema key, `key: version` comes first.
std::string dump_tree(const Tree& tree, std::string_view schema = {}, unsigned version = 1);

/// Every key in the order of the fields. The kind of a scalar is boolean, number (plain numbers) or text (all else,
/// quantities too); an absent optional is null; a choice is a map that starts with `type`.
template <class T>
Tree to_tree(const T& value) {
  T copy = value;
  return fields_to_tree(fields_of(copy));
}

/// The resolved configuration as YAML text. Relative paths in it are relative to the working directory.
template <class T>
std::string dump(const T& value, std::string_view schema = {}, unsigned version = 1) {
  return dump_tree(to_tree(value), schema, version);
}

}  // namespace fsin::config

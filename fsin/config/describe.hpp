// SPDX-License-Identifier: Apache-2.0
// The data behind help texts and the reference page: keys, types, ranges and defaults, taken from the same `fields()`
// by which a configuration is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/catalogue.hpp"

namespace fsin::config {

struct ChoiceDoc {
  std::string_view name, doc;
};

struct FieldDoc {
  std::string path;           ///< "network.router.queue"
  std::string_view key;       ///< "queue"
  std::string_view when;      ///< the type of the innermost enclosing choice, else empty
  std::string type;           ///< "whole number", "list of whole numbers", "size", "name", "group", "choice", ...
  std::string unit;           ///< "B, kB, KiB, ..." for quantities, else empty
  std::string range;          ///< "1 to 16", with "1 to 8 values" for lists; else empty
  std::string default_value;  ///< as it would be written; empty for groups and required keys
  std::string_view doc;
  std::vector<ChoiceDoc> choices;  ///< the values that a name or a choice can have
  bool required = false;
};

/// Describes the fields in order: groups and choices before what is inside them, every entry of a choice in turn.
std::vector<FieldDoc> describe_fields(const Fields& fields);

/// Describes the fields of T, with the values of a default-constructed T as defaults.
template <class T>
std::vector<FieldDoc> describe() {
  T value;
  return describe_fields(fields_of(value));
}

struct EntryDoc {
  std::string_view name, doc, cite;
  std::vector<FieldDoc> fields;
};

std::vector<EntryDoc> describe_entries(const std::vector<Entry>& entries);

/// Describes the values that the key at a dotted path can have: the entries of a choice, or the names of an enum. Where
/// a choice is above it, in the first entry that has the key. Throws std::logic_error where there are none.
std::vector<EntryDoc> describe_values(const Fields& fields, std::string_view path);

/// Describes every entry of a catalogue with its fields.
template <class C>
std::vector<EntryDoc> describe_catalogue() {
  return describe_entries(C::entries());
}

}  // namespace fsin::config

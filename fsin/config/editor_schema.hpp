// SPDX-License-Identifier: Apache-2.0
// A configuration as JSON Schema (draft 7, which the YAML language server reads), made from the same `fields()` by
// which it is read: an editor completes keys and names from it and marks mistakes while they are typed.
//
// A schema looks at one file and at no other: what a text must be to be read is in it (keys, types, names, ranges of
// plain numbers, units, lengths of lists), but not what values mean together, nor ranges of quantities, whose texts it
// only matches. It never refuses what read() takes. Values that are YAML of any kind (YamlText) have no schema.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "fsin/config/fields.hpp"

namespace fsin::config {

/// An object with the properties of these fields and no others, and in `definitions` what they refer to: the entries of
/// choices. The caller may add properties of its own. Keys that must be written are not demanded, see
/// required_schema().
nlohmann::ordered_json editor_schema(const Fields& fields);

/// What must be written: for documents whose keys all stand in the file itself. Null where nothing must. Below a map
/// that has a key for another file (Handle::part), nothing is demanded where that key is written.
nlohmann::ordered_json required_schema(const Fields& fields);

/// Of all keys, by whole path: {path: schema of its values}; keys that several entries have take what any of them does.
/// They refer to the definitions of editor_schema().
nlohmann::ordered_json key_schemas(const Fields& fields);

}  // namespace fsin::config

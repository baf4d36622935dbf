// SPDX-License-Identifier: Apache-2.0
// YamlText: a value of which the configuration says only that it is YAML, kept as text. For lists of structs, and for
// values that may hold values of their own kind: whoever knows what it is reads it later, with document_of().
//
// Entries with the key `file` are paths, and are resolved when the file is read, as those of other fields are.
#pragma once

#include <string>

#include "fsin/config/document.hpp"
#include "fsin/config/types.hpp"

namespace fsin::config {

struct YamlText {
  std::string text;
  Inputs inputs{};  ///< the record into which the files that it names go

  bool operator==(const YamlText& other) const { return text == other.text; }
};

/// What was written. Every value in it has the place `mark`. Errors where it is no map, or a map too large.
Document document_of(const YamlText& yaml, const Mark& mark, Diagnostics& diagnostics);

/// The text of a tree, whose paths are resolved: a relative one is relative to the folder of the file it stands in.
YamlText yaml_text_of(Tree tree);
/// The same back; what is no YAML is a text.
Tree tree_of(const YamlText& yaml);

namespace detail {

template <>
struct TypeOf<YamlText> {
  static Scalar get(const void* from) { return static_cast<const YamlText*>(from)->text; }
  static void set(void* to, const Scalar& scalar) { static_cast<YamlText*>(to)->text = std::get<std::string>(scalar); }
  static constexpr Type type{.shape = Shape::text, .get = get, .set = set};
};

}  // namespace detail

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// Structs that stand as text in a list or in another value (YamlText): reading them, with messages that say where.
#pragma once

#include <string>

#include "fsin/config/read.hpp"
#include "fsin/config/yaml_text.hpp"

namespace fsin::config {

/// Adds what was found in an entry, each message with `where` ("jobs, entry 2: ") in front. What stands in the
/// configuration gets the place `mark` of the list; a fault of a file that the entry names keeps its own place.
void pass_on(const Diagnostics& found, const Mark& mark, const std::string& where, Diagnostics& diagnostics);

/// Reads an entry into `value`, which keeps what is not written. Returns what was written; messages are in `found`,
/// for pass_on().
template <class T>
Document read_entry(const YamlText& text, const Mark& mark, T& value, Diagnostics& found) {
  Document document = document_of(text, mark, found);
  if (document.loaded()) read(document, value, found);
  return document;
}

}  // namespace fsin::config

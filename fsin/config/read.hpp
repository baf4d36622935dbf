// SPDX-License-Identifier: Apache-2.0
// Reads a document into a struct and collects all mistakes: unknown keys (with the nearest name and where it belongs),
// wrong types and units, values out of range, unknown names, missing keys, overrides that match no key.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/config/document.hpp"

namespace fsin::config {

/// The part of read() that does not depend on the type. False after an error.
bool read_fields(Document& document, const Fields& fields, Diagnostics& diagnostics, const Explain& explain);

/// Applies the overrides to the document and reads it into `value`. Keys that are not written keep the value they have.
/// Returns false after an error, when the value must not be used, and for a document that was not loaded.
template <class T>
bool read(Document& document, T& value, Diagnostics& diagnostics, const Explain& explain = {}) {
  return read_fields(document, fields_of(value), diagnostics, explain);
}

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// read: a document into a struct. Collects all mistakes: unknown keys (with the nearest name and where it belongs),
// wrong types and units, values out of range, unknown names, missing keys, overrides that fit nothing.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/config/document.hpp"

namespace fsin::config {

/// The part of read() that does not depend on the type. False after an error.
bool read_fields(Document& document, const Fields& fields, Diagnostics& diagnostics, const Explain& explain);

/// Applies the overrides to the document and reads it. Keys that are not written keep the value they have. After an
/// error (returns false) the value is not to be used. Does nothing and returns false for a document that was not
/// loaded.
template <class T>
bool read(Document& document, T& value, Diagnostics& diagnostics, const Explain& explain = {}) {
  return read_fields(document, fields_of(value), diagnostics, explain);
}

}  // namespace fsin::config

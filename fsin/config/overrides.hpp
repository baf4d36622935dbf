// SPDX-License-Identifier: Apache-2.0
// Puts overrides of keys into the tree of a document. Internal to fsin/config.
#pragma once

#include "fsin/config/document.hpp"
#include "fsin/config/fields.hpp"

namespace fsin::config {

/// Puts the pending overrides into the tree of the document, in order. Reports keys that are unknown or ambiguous.
void resolve_overrides(Document& document, const Fields& fields, Diagnostics& diagnostics);

}  // namespace fsin::config

// SPDX-License-Identifier: Apache-2.0
// The YAML (or JSON) form of CODES, version 1 of its schema: components, a topology, and what runs on it.
#pragma once

#include "fsin/imports/common/format.hpp"
#include "fsin/imports/common/settings.hpp"

namespace fsin::imports {

/// Whether the text has a `schema_version`, which this form must have and the other one cannot.
bool is_yaml_of_codes(std::string_view text);

/// The settings that the form stands for, under the names of the other form (syntax.hpp); values with a unit in that of
/// the model. Files that it includes are read and added to `to.read`. Mistakes have their line and column.
Settings settings_of_codes_yaml(const Source& source, Result& to, Diagnostics& diagnostics);

}  // namespace fsin::imports

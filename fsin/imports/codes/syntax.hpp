// SPDX-License-Identifier: Apache-2.0
// The syntax of CODES: sections in braces, `key="value";` and `key=("one", "two");`, comments behind #, // and in /*
// */.
#pragma once

#include "fsin/imports/common/format.hpp"
#include "fsin/imports/common/settings.hpp"

namespace fsin::imports {

/// The settings of PARAMS under their names, those of other sections under `SECTION.name`; values of a list with commas
/// between. Mistakes have their line and column.
Settings settings_of_codes(const Source& source, Diagnostics& diagnostics);

}  // namespace fsin::imports

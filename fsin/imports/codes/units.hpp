// SPDX-License-Identifier: Apache-2.0
// Units of values in the YAML form of CODES.
#pragma once

#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"

namespace fsin::imports {

/// The value of a setting in the unit in which the model takes it: bytes, ns, and GiB/s (fattree: GB/s, simplenet:
/// MiB/s) of a setting that is a size, a time or a bandwidth by its name. Anything else, and what has no unit, is as it
/// was. A unit of another kind or a negative value is an error at `mark`.
std::string in_units_of_codes(std::string_view model, std::string_view name, const std::string& value, const Mark& mark,
                              Diagnostics& diagnostics);

}  // namespace fsin::imports

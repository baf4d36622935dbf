// SPDX-License-Identifier: Apache-2.0
// Parameters are rounded when they are fitted, so that errors are those of what is written, digit by digit.
#pragma once

#include <fmt/format.h>

#include <string>

#include "fsin/core/text.hpp"

namespace fsin::calibration {

/// Six significant digits.
inline double rounded(double value) { return parse_real(fmt::format("{:.6g}", value)).value_or(value); }

}  // namespace fsin::calibration

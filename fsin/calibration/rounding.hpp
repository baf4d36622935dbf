// SPDX-License-Identifier: Apache-2.0
// Rounding of fitted parameters, so that reported errors are those of the parameters as written, digit by digit.
#pragma once

#include <fmt/format.h>

#include <string>

#include "fsin/core/text.hpp"

namespace fsin::calibration {

/// Rounds to six significant digits.
inline double rounded(double value) { return parse_real(fmt::format("{:.6g}", value)).value_or(value); }

}  // namespace fsin::calibration

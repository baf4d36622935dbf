// SPDX-License-Identifier: Apache-2.0
// Numbers with a unit that stands elsewhere: 50.0 in a file whose unit the experiment gives.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fsin/core/delay.hpp"
#include "fsin/core/units.hpp"

namespace fsin::graph_file {

/// A number without unit, finite and not negative; empty for any other text.
std::optional<double> bare_number(std::string_view text);

/// So many of a unit, rounded to whole bits per second; empty with the reason in `problem`.
std::optional<BitRate> scaled_rate(double number, const std::string& unit, std::string& problem);
/// The same rounded to whole picoseconds or nanometres; cycles must be whole.
std::optional<Delay> scaled_delay(double number, const std::string& unit, std::string& problem);

}  // namespace fsin::graph_file

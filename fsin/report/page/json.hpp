// SPDX-License-Identifier: Apache-2.0
// Numbers for the page: no more digits than a figure can show, null for what is not a number.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace fsin::report::page {

using Json = nlohmann::ordered_json;

/// Rounds to 7 significant digits; null when the value is not finite.
Json rounded(double value);

/// "figures of the first 24 of 96 points" for a figure whose data was cut; empty when it was not.
std::string cut_note(std::size_t shown, std::size_t all);

}  // namespace fsin::report::page

// SPDX-License-Identifier: Apache-2.0
// JSON as text, and text as JSON. The writer and the reader of nlohmann/json take the compiler a second each in every
// source that calls them; here they are compiled once.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace fsin {

/// The value on one line, or, with an indent of 0 or more, an element a line. Throws nlohmann::json::exception where a
/// string is not UTF-8.
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

/// The value on one line; bytes that are not UTF-8 are replaced by U+FFFD.
std::string repaired_json_text(const nlohmann::ordered_json& json);

/// The text as a JSON string, in quotes.
std::string json_string(std::string_view text);

/// The number as JSON; `null` where it is not finite.
std::string json_number(double number);

/// The value that the text is; is_discarded() where it is not JSON.
nlohmann::ordered_json parse_json(std::string_view text);

}  // namespace fsin

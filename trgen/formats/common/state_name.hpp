// SPDX-License-Identifier: Apache-2.0
// Valid names of states: printable UTF-8 text without blanks, at most 255 bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trgen::formats {

/// Length of the longest name, in bytes.
inline constexpr std::size_t longest_state_name = 255;

/// True when an ASCII character may occur in the name of a state, which may contain other UTF-8 characters too.
inline bool is_name_char(char c) { return static_cast<unsigned char>(c) > ' ' && static_cast<unsigned char>(c) != 127; }

bool is_state_name(std::string_view name);

/// Makes text fit for the name of a state: unprintable characters and blanks become '_', and the text is cut between
/// two characters.
std::string as_state_name(std::string_view text);

}  // namespace trgen::formats

// SPDX-License-Identifier: Apache-2.0
// What the name of a state is made of: printable text in UTF-8 without blanks, of at most 255 bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace trgen::formats {

/// Bytes of the longest name.
inline constexpr std::size_t longest_state_name = 255;

/// Of the name of a state, which may hold UTF-8 besides.
inline bool is_name_char(char c) { return static_cast<unsigned char>(c) > ' ' && static_cast<unsigned char>(c) != 127; }

bool is_state_name(std::string_view name);

/// Fit for the name of a state: what does not print, and blanks, become '_'; cut before a character, not inside one.
std::string as_state_name(std::string_view text);

}  // namespace trgen::formats

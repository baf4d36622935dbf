// SPDX-License-Identifier: Apache-2.0
// What the name of a state is made of: printable text in UTF-8 without blanks, of at most 255 bytes.
#pragma once

#include <string>
#include <string_view>

namespace trgen::formats {

bool is_state_name(std::string_view name);

/// Fit for the name of a state: what does not print, and blanks, become '_'; cut before a character, not inside one.
std::string as_state_name(std::string_view text);

}  // namespace trgen::formats

// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/state_name.hpp"

#include <algorithm>

#include "fsin/core/text.hpp"

namespace trgen::formats {
namespace {

/// Length in bytes of the multi-byte character that begins here; 0 when none does.
std::size_t wide_character(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const std::string_view character = text.substr(at, size);
  return lead >= 0xC2 && character.size() == size && !fsin::find_non_text(character) ? size : 0;
}

}  // namespace

bool is_state_name(std::string_view name) {
  return !name.empty() && name.size() <= longest_state_name && std::all_of(name.begin(), name.end(), is_name_char) &&
         !fsin::find_non_text(name);
}

std::string as_state_name(std::string_view text) {
  std::string name;
  for (std::size_t at = 0; at < text.size();) {
    const bool wide = static_cast<unsigned char>(text[at]) >= 0x80;
    const std::size_t size = wide ? wide_character(text, at) : is_name_char(text[at]) ? 1 : 0;
    if (name.size() + std::max<std::size_t>(size, 1) > longest_state_name) break;
    name += size > 0 ? text.substr(at, size) : std::string_view("_");
    at += std::max<std::size_t>(size, 1);
  }
  return name;
}

}  // namespace trgen::formats

// SPDX-License-Identifier: Apache-2.0
// Formatted text at the end of a string or of a buffer. fmt::format_to() with a back inserter does the same, but
// compiles all of fmt's formatting (95 kB, 4 s) in every source that calls it; here it is compiled once.
#pragma once

#include <fmt/format.h>

#include <string>

namespace fsin {

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args values);
void append_formatted(fmt::memory_buffer& text, fmt::string_view format, fmt::format_args values);

/// append(text, "{} bytes", 5): `text` is a std::string or a fmt::memory_buffer.
template <class Text, class... Values>
void append(Text& text, fmt::format_string<Values...> format, Values&&... values) {
  append_formatted(text, format, fmt::make_format_args(values...));
}

}  // namespace fsin

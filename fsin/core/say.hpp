// SPDX-License-Identifier: Apache-2.0
// The one way to standard error. Messages quote file names, text of traces and values of experiments, which may contain
// anything; control characters are escaped here, so that none reaches a terminal.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace fsin {

/// The text with control characters and broken UTF-8 escaped; newlines and tabs stay.
std::string printable_lines(std::string_view text);

/// Writes printable_lines(text) to standard error.
void say_text(std::string_view text);

/// Formats and writes a message: say("{}: cannot write
/// ", name).
template <class... Values>
void say(fmt::format_string<Values...> form, Values&&... values) {
  say_text(fmt::format(form, std::forward<Values>(values)...));
}

}  // namespace fsin

// SPDX-License-Identifier: Apache-2.0
// Fields of comma-separated values (RFC 4180).
#pragma once

#include <string>

namespace fsin {

/// A field as CSV has it: quoted where it holds a comma, a quotation mark or the end of a line.
inline std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

}  // namespace fsin

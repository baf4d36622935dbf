// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/say.hpp"

#include <algorithm>
#include <cstdio>

#include "fsin/core/text.hpp"

namespace fsin {

std::string printable_lines(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    safe += one_line(text.substr(0, end));
    if (end < text.size()) safe += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return safe;
}

void say_text(std::string_view text) {
  const std::string safe = printable_lines(text);
  std::fwrite(safe.data(), 1, safe.size(), stderr);
  std::fflush(stderr);
}

}  // namespace fsin

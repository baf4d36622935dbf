// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/markup.hpp"

namespace fsin {

std::string markup_text(std::string_view text) {
  std::string safe;
  for (const char each : text) {
    if (each == '&') {
      safe += "&amp;";
    } else if (each == '<') {
      safe += "&lt;";
    } else {
      safe += static_cast<unsigned char>(each) < ' ' ? '?' : each;
    }
  }
  return safe;
}

}  // namespace fsin

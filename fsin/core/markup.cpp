// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/markup.hpp"

namespace fsin {
namespace {

/// XML 1.0, section 2.2.
bool is_held(char each) {
  return static_cast<unsigned char>(each) >= ' ' || each == '\t' || each == '\n' || each == '\r';
}

}  // namespace

std::string markup_text(std::string_view text) {
  std::string safe;
  for (const char each : text) {
    if (each == '&') {
      safe += "&amp;";
    } else if (each == '<') {
      safe += "&lt;";
    } else if (each == '>') {
      safe += "&gt;";
    } else {
      safe += is_held(each) ? each : '?';
    }
  }
  return safe;
}

}  // namespace fsin

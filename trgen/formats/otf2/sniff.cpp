// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/format.hpp"

namespace trgen::formats::otf2 {

bool Format::sniff(std::span<const char> head) {
  constexpr std::string_view magic("OTF2\0", 5);
  return head.size() > 7 && std::string_view(head.data() + 2, 5) == magic;
}

}  // namespace trgen::formats::otf2

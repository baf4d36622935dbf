// SPDX-License-Identifier: Apache-2.0
// Whole numbers of files of other programs, whose bytes are little-endian whatever the machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fsin {

/// The number in the `size` bytes, at most 8, from `at` on, all of which must be there.
constexpr std::uint64_t little_endian(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint64_t made = 0;
  for (std::size_t i = size; i-- > 0;) made = made << 8U | static_cast<unsigned char>(bytes[at + i]);
  return made;
}

}  // namespace fsin

// SPDX-License-Identifier: Apache-2.0
// Encoding of the sizes of the blocks of a collective in Operation::call: the index of the first in OperationStore, the
// bytes of an element of a reduction, and whether it is the size of the rank's own block alone.
#pragma once

#include <cstdint>

namespace trgen::programs::ti {

inline constexpr std::uint64_t largest_element = (std::uint64_t{1} << 31) - 1;  ///< bytes
inline constexpr std::uint64_t largest_block = std::uint64_t{1} << 48;

struct BlockPlace {
  std::uint64_t index = 0;
  std::uint32_t element = 0;
  bool own_only = false;

  std::uint64_t code() const { return index << 32U | (own_only ? own_mark : 0) | element; }
  static BlockPlace of(std::uint64_t code) {
    return {code >> 32U, static_cast<std::uint32_t>(code & largest_element), (code & own_mark) != 0};
  }

 private:
  static constexpr std::uint64_t own_mark = std::uint64_t{1} << 31U;
};

}  // namespace trgen::programs::ti

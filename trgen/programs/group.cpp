// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/group.hpp"

#include <algorithm>

namespace trgen::programs {

std::optional<std::uint32_t> Group::number_of(std::uint32_t rank) const {
  if (!members.empty()) {
    const auto found = std::find(members.begin(), members.end(), rank);
    if (found == members.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - members.begin());
  }
  const std::uint32_t rows = size <= row ? 1 : (size - 1) / row + 1;
  for (std::uint32_t at = 0; at < rows; ++at) {
    const std::uint32_t begin = first + at * row_stride;
    if (rank < begin || (rank - begin) % stride != 0) continue;
    const std::uint32_t column = (rank - begin) / stride;
    if (column >= row) continue;
    const std::uint64_t number = std::uint64_t{at} * row + column;
    if (number < size) return static_cast<std::uint32_t>(number);
  }
  return std::nullopt;
}

}  // namespace trgen::programs

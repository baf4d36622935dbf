// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/multipartition.hpp"

namespace trgen::programs::npb {

std::uint64_t Multipartition::faces(std::uint32_t rank, std::uint32_t direction, bool up) const {
  std::uint64_t area = 0;
  for (std::uint32_t c = 0; c < p_; ++c) {
    const Cell at = cell(rank, c);
    if (at[direction] != (up ? p_ - 1 : 0)) area += extent(at[(direction + 1) % 3]) * extent(at[(direction + 2) % 3]);
  }
  return area;
}

}  // namespace trgen::programs::npb

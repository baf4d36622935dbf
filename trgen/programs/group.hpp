// SPDX-License-Identifier: Apache-2.0
// The members of a communicator, as ranks of the program.
//
// A group is a list of members, or a formula, which costs no memory: a box of `size` ranks in rows of `row` members,
// `stride` apart, whose rows are `row_stride` apart. All ranks, a row, a column, a plane or a subset at regular
// distances of a grid of ranks are such boxes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace trgen::programs {

struct Group {
  std::uint32_t size = 0;
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  std::uint32_t row = 0xffffffff;  ///< members of a row, 1 or more
  std::uint32_t row_stride = 0;
  std::span<const std::uint32_t> members;  ///< if not empty: the members, and the formula does not count

  static Group everyone(std::uint32_t ranks) { return {.size = ranks, .members = {}}; }
  static Group line(std::uint32_t size, std::uint32_t first, std::uint32_t stride) {
    return {.size = size, .first = first, .stride = stride, .members = {}};
  }
  static Group list(std::span<const std::uint32_t> members) {
    return {.size = static_cast<std::uint32_t>(members.size()), .members = members};
  }

  /// The rank of the program that is number `i` (below size) of the group.
  std::uint32_t operator[](std::uint32_t i) const {
    if (!members.empty()) return members[i];
    return i < row ? first + i * stride : first + i % row * stride + i / row * row_stride;
  }

  /// The number in the group of a rank of the program; none where it is no member. Linear in the size for a list.
  std::optional<std::uint32_t> number_of(std::uint32_t rank) const;
};

}  // namespace trgen::programs

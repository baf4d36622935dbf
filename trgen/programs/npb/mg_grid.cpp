// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/mg_grid.hpp"

namespace trgen::programs::npb {

MgGrid::MgGrid(std::uint32_t log_ranks, std::uint32_t levels) : levels_(levels), widths_{} {
  const std::uint32_t x = log_ranks / 3;
  const std::uint32_t y = (log_ranks - x) / 2;
  widths_ = {1U << x, 1U << y, 1U << (log_ranks - x - y)};
}

MgLevel MgGrid::level(std::uint32_t rank, std::uint32_t level) const {
  const std::array<std::uint32_t, 3> strides{1, widths_[0], widths_[0] * widths_[1]};
  MgLevel result;
  for (std::uint32_t d = 0; d < 3; ++d) {
    const std::uint32_t place = rank / strides[d] % widths_[d];
    result[d] = axis(place, widths_[d], level);
    const std::uint32_t base = rank - place * strides[d];
    result[d].up = base + result[d].up * strides[d];
    result[d].down = base + result[d].down * strides[d];
  }
  return result;
}

// The loop goes down level by level from the finest: a rank's points halve, and where there is one point for several
// ranks, it belongs to the last of them; then neighbours are twice as far apart. `next` is that distance.
MgAxis MgGrid::axis(std::uint32_t place, std::uint32_t width, std::uint32_t level) const {
  const auto points_of = [width](std::uint64_t at, std::uint32_t k) {
    return ((at + 1) << k) / width - (at << k) / width;
  };
  MgAxis result;
  std::uint32_t next = 1;
  for (std::uint32_t k = levels_;; --k) {
    const std::uint64_t own = points_of(place, k);
    const std::uint64_t beside = points_of(place + next, k);
    if (k == level) result.points = own;
    if (k + 1 == level) {
      result.gives = beside == 0 && own == 1;
      result.takes = beside == 1 && own == 0;
      break;
    }
    if (own == 0 || beside == 0) next *= 2;
    if (k == level) {
      result.up = (place + next) % width;
      result.down = (place + width - next % width) % width;
    }
    if (k == 1) break;
  }
  return result;
}

std::uint64_t mg_face(const MgLevel& level, std::uint32_t direction, bool expands) {
  std::uint64_t words = 1;
  for (std::uint32_t d = 0; d < 3; ++d) {
    if (d != direction) words *= level[d].points + (expands || d < direction ? 2 : 0);
  }
  return words;
}

}  // namespace trgen::programs::npb

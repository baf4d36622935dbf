// SPDX-License-Identifier: Apache-2.0
// The part of each level of MG's grid that a rank has, and its neighbours there (see mg.hpp).
#pragma once

#include <array>
#include <cstdint>

namespace trgen::programs::npb {

/// One direction of one level.
struct MgAxis {
  std::uint64_t points = 0;  ///< points of the rank, without the two planes of its neighbours
  std::uint32_t up = 0;      ///< the rank that has the next points, and the one before
  std::uint32_t down = 0;
  bool gives = false;  ///< on the way up to this level, the rank sends points to ranks that had none below,
  bool takes = false;  ///< or the rank is one of those
};

using MgLevel = std::array<MgAxis, 3>;

class MgGrid {
 public:
  /// Grid of 2^`log_ranks` ranks and 2^`levels` points in each direction.
  MgGrid(std::uint32_t log_ranks, std::uint32_t levels);

  /// The level with 2^`level` points a side.
  MgLevel level(std::uint32_t rank, std::uint32_t level) const;

  /// Largest number of ranks in a direction.
  std::uint32_t widest() const { return widths_[2]; }

 private:
  MgAxis axis(std::uint32_t place, std::uint32_t width, std::uint32_t level) const;

  std::uint32_t levels_;
  std::array<std::uint32_t, 3> widths_;
};

/// True when the rank has points on a level.
inline bool has_points(const MgLevel& level) {
  return level[0].points != 0 && level[1].points != 0 && level[2].points != 0;
}

/// Words of a message of a level across one direction: all planes, including the two of the neighbours except in the
/// directions that come later. In an expansion, all.
std::uint64_t mg_face(const MgLevel& level, std::uint32_t direction, bool expands);

}  // namespace trgen::programs::npb

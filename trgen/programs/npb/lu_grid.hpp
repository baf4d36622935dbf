// SPDX-License-Identifier: Apache-2.0
// The grid of ranks of LU, the part of the problem that each has, and its part of the surface integral (see lu.hpp).
#pragma once

#include <cstdint>
#include <optional>

namespace trgen::programs::npb {

/// One direction of the part of a rank. Points count from 1, as in the source.
struct LuSpan {
  std::uint64_t before = 0;  ///< points of ranks before it
  std::uint64_t length = 0;
  bool is_first = false;  ///< no rank before it
  bool is_last = false;

  /// Points without those on the boundary of the problem.
  std::uint64_t interior() const { return length - (is_first ? 1 : 0) - (is_last ? 1 : 0); }
};

struct LuPart {
  LuSpan x, y;
  std::uint32_t north = 0, south = 0, west = 0, east = 0;  ///< valid unless the span is first or last
};

class LuGrid {
 public:
  /// The grid for a number of ranks; none where it has no two factors x <= 2 y.
  static std::optional<LuGrid> of(std::uint32_t ranks);

  std::uint32_t columns() const { return y_; }
  std::uint32_t rows() const { return x_; }
  LuPart part(std::uint32_t rank, std::uint64_t points) const;

 private:
  LuGrid(std::uint32_t x, std::uint32_t y) : x_(x), y_(y) {}

  std::uint32_t x_;
  std::uint32_t y_;
};

/// The part of a surface integral that a rank computes in one direction, from point `from` to point `to`.
struct LuIntegral {
  bool receives = false;  ///< the row or column after its last
  bool sends = false;     ///< its first row or column
  bool has_from = false;  ///< its part begins at `from`
  bool has_to = false;    ///< its part ends at `to`
};

LuIntegral lu_integral(const LuSpan& span, std::uint64_t from, std::uint64_t to);

}  // namespace trgen::programs::npb

// SPDX-License-Identifier: Apache-2.0
// Laws of multipartitions: p * p ranks share a cube of p * p * p cells so that each rank has one cell in every plane of
// each direction. A sweep through the cube then keeps all ranks busy: in turn t they work on plane t.
//
// The coordinates of a cell within its plane are digits: sums of x, y (the place of the rank in the grid), the turn and
// a constant, with factors -1, 0 or 1, modulo p. Laws, with digits u and v:
//   number   b + u + p v                    the number of the line of cells on which a sweep works, as in tags
//   area     k s(u) s(v)                    what a cell of the plane has, where s is the share of n points (laws.hpp)
//   areas    sum of k s(u) s(v) over turns  what a rank has in all planes, or in all but the first or the last
//   rim      k (p - 1) / p^2                areas of all planes but one where shares are equal
// Digits and points are found by elimination over all samples.
// Source of the scheme: R. Van der Wijngaart, "Efficient implementation of a 3-dimensional ADI method on the
// iPSC/860", SC 1993; N. H. Naik, V. K. Naik and M. Nicoules, "Parallelization of a class of implicit finite difference
// schemes in computational fluid dynamics", International Journal of High Speed Computing 5(1), 1993.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/grids.hpp"
#include "trgen/extrapolation/shares.hpp"

namespace trgen::extrapolation {

/// A coordinate of a cell: (x, y and turn by their factors, and `more`) modulo the side of the grid.
struct Digit {
  std::int8_t x = 0, y = 0, turn = 0, more = 0;

  bool operator==(const Digit&) const = default;
  std::uint32_t of(const Sides& at, std::uint32_t turn_at, std::uint32_t side) const;
  std::string words() const;
};

struct CellLaw {
  enum class Kind : std::uint8_t { number, area, areas, rim };
  /// Areas: the plane that does not count.
  enum class Without : std::uint8_t { none, last, first };
  Kind kind = Kind::number;
  std::size_t rule = 0;     ///< of the grid, whose two sides are equal
  std::int64_t factor = 0;  ///< number: what is added; else k
  std::int64_t unit = 1;    ///< rim: what all values are multiples of
  Digit u{}, v{};
  Share share{};
  Without without = Without::none;

  bool operator==(const CellLaw&) const = default;
  /// Empty where the grid has no two equal sides, or the law no whole number.
  std::optional<std::int64_t> at(const Place& place) const;
  std::string words() const;
  bool varies_with_rank() const { return kind != Kind::rim; }
};

/// Where the partner of a message is: along which axis of the cube, and whether before the rank. What is between a rank
/// and the next one has no last plane, what is between it and the one before no first.
struct Heading {
  unsigned axis = 0;
  bool before = false;
};

/// The laws that give all samples, at most `most`. A law that gives all ranks the same comes first, then those of the
/// usual multipartition, beginning with those that belong to the heading. `with_areas`: laws of two parameters, k and
/// the number of points, too.
std::vector<CellLaw> cell_laws(const std::vector<Sample>& samples, std::size_t rule, std::size_t most,
                               const Heading& heading = {}, bool with_areas = true);

}  // namespace trgen::extrapolation

// SPDX-License-Identifier: Apache-2.0
// The catalogue of laws: whole numbers of a program (bytes, iterations, tags, roots) as functions of the number of
// ranks and of the grid. Structure and messages are whole numbers, so a law is exact for all inputs or none.
//
// In this order, simplest first; v is a quantity of the run: the number of ranks, its logarithm or square, the sides of
// a grid, their logarithms, products and squares; on a ladder (ladder.hpp) the rung, counted from either end; the
// number of neighbours that a rank has within the grid, by faces, by edges too, or by corners too:
//   c                   constant
//   k / v               exact quotient, and with b added
//   a * v               of a logarithm, or of the rungs so far or those that are left
//   v + b               of ranks or a side, b at most 2
//   a * v + b           linear
//   floor(k / v), ceil  quotients rounded; of times, which are rounded to ns, only the nearest whole number of k / v
//   a (floor(k / v) + b)^2  the face of the largest cell, with b points more
//   a * (share + b)     share of n things that a place of a side has: the first n mod s places one more, or evenly
//                       rounded; without the ends of the domain at the first and the last place
//   cells               of a multipartition (cells.hpp)
//   faces               of boxes of points, also on levels of a multigrid (faces.hpp)
// Where the inputs have several sizes n of the problem (Scale), the factors and numerators a and k of these laws may be
// multiplied by n, n^2 or n^3, also with v = 1: a n, n + b, a n^2 / v; and a share may be that of n things, or of a few
// more or less. Cells are of one size.
// A law has fewer parameters than there are runs that it was found in: the others check it. Where numbers differ by the
// position of ranks, each class of a partition (partition.hpp) has its own law.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/cells.hpp"
#include "trgen/extrapolation/faces.hpp"
#include "trgen/extrapolation/grids.hpp"
#include "trgen/extrapolation/shares.hpp"

namespace trgen::extrapolation {

/// A quantity of a run.
struct Variable {
  enum class Kind : std::uint8_t {
    one,  ///< 1: a law of the size alone
    ranks,
    log_ranks,
    ranks_squared,
    side,
    log_side,
    side_squared,
    sides,
    rung,
    rungs_done,  ///< with the one at hand
    rungs_left,
    neighbours  ///< that a rank has within the grid
  };
  Kind kind = Kind::ranks;
  std::size_t rule = 0;
  unsigned first = 0;   ///< dimension; neighbours: the dimensions in which they may differ, 1 for those by faces
  unsigned second = 0;  ///< dimension; sides: of the other side
  std::string words;

  bool operator==(const Variable&) const = default;
  std::optional<std::int64_t> of(const Place& place) const;
};

struct Law {
  enum class Kind : std::uint8_t {
    constant,
    quotient,
    inverse,
    linear,
    floor,
    ceiling,
    square,
    nearest,
    share,
    cells,
    faces
  };
  Kind kind = Kind::constant;
  std::int64_t a = 0;       ///< constant: the number; linear: factor; quotients, square: numerator; share: factor
  std::int64_t b = 0;       ///< linear, inverse, square, share: what is added
  std::int64_t last = 0;    ///< floor, ceiling, square: the largest numerator that fits, `a` being the smallest
  std::int64_t factor = 1;  ///< square
  Variable variable;        ///< share: the side
  Share share{};
  CellLaw cells{};
  FaceLaw faces{};
  unsigned power = 0;           ///< of the size, by which the factor or the numerator is multiplied
  bool things_of_size = false;  ///< share: of as many things as the size, and share.things more

  bool operator==(const Law&) const = default;
  /// Empty where the law does not apply: the run has no such grid, or a quotient leaves a remainder.
  std::optional<std::int64_t> at(const Place& place) const;
  std::string words() const;
  bool varies_with_rank() const {
    return kind == Kind::share || kind == Kind::faces || (kind == Kind::cells && cells.varies_with_rank()) ||
           (kind != Kind::constant && variable.kind == Variable::Kind::neighbours);
  }
};

class LawCatalogue {
 public:
  /// `sides_first`: of laws as simple, those of a side come before those of the ranks. A grid is admitted because
  /// partners need it, so that where the inputs do not decide, its sides are likelier.
  LawCatalogue(const std::vector<GridRule>& rules, const Admitted& admitted, bool sides_first = false);

  /// The laws that give all samples, simplest first, at most `most`. `least_spare`: runs in the samples beyond the
  /// number of parameters.
  /// `times`: the samples are times, so that quotients are rounded to the nearest.
  std::vector<Law> that_give(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                             bool times = false) const;

  /// The laws of multipartitions that give all samples; none for a single value, which needs no such law. `heading`:
  /// of the message.
  std::vector<Law> of_cells(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                            const Heading& heading) const;

  /// The laws of boxes that give all samples, by the first grid that has any. `levels`: only those on these, if given.
  std::vector<Law> of_faces(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most, bool times,
                            const Levels* levels = nullptr) const;
  /// The levels that may be tried.
  std::vector<Levels> all_levels() const;

 private:
  struct Grid {
    std::size_t rule = 0;
    unsigned dimensions = 2;
  };
  std::vector<Grid> grids_;          ///< with more than one side, none of them fixed
  std::vector<std::size_t> planes_;  ///< rules of grids with two sides
  std::vector<Variable> variables_;
};

}  // namespace trgen::extrapolation

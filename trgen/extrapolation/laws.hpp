// SPDX-License-Identifier: Apache-2.0
// The catalogue of laws: whole numbers of a program (bytes, iterations, tags, roots) as functions of the number of
// ranks and of the grid. Structure and messages are whole numbers, so a law is exact for all inputs or none.
//
// In this order, simplest first; v is a quantity of the run: the number of ranks, its logarithm or square, the sides of
// a grid, their logarithms, products and squares; on a ladder (ladder.hpp) the rung, counted from either end:
//   c                   constant
//   k / v               exact quotient, and with b added
//   a * v + b           linear
//   floor(k / v), ceil  quotients rounded; of times, which are rounded to ns, only the nearest whole number of k / v
//   a * (share + b)     share of n things that a place of a side has: the first n mod s places one more, or evenly
//                       rounded; without the ends of the domain at the first and the last place
// A law has fewer parameters than there are runs that it was found in: the others check it. Where numbers differ by the
// position of ranks, each class of a partition (partition.hpp) has its own law.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/extrapolation/grids.hpp"

namespace trgen::extrapolation {

struct Sample {
  Place at;
  std::int64_t value = 0;
};

/// A quantity of a run.
struct Variable {
  enum class Kind : std::uint8_t {
    ranks,
    log_ranks,
    ranks_squared,
    side,
    log_side,
    side_squared,
    sides,
    rung,
    rungs_left
  };
  Kind kind = Kind::ranks;
  std::size_t rule = 0;
  unsigned first = 0;   ///< dimension
  unsigned second = 0;  ///< dimension; sides: of the other side
  std::string words;

  std::optional<std::int64_t> of(const Place& place) const;
};

struct Law {
  enum class Kind : std::uint8_t { constant, quotient, inverse, linear, floor, ceiling, nearest, share };
  Kind kind = Kind::constant;
  std::int64_t a = 0;     ///< constant: the number; linear: factor; quotients: numerator; share: factor
  std::int64_t b = 0;     ///< linear, inverse, share: what is added
  std::int64_t last = 0;  ///< floor, ceiling: the largest numerator that fits, `a` being the smallest; share: things
  Variable variable;      ///< share: the side
  bool even = false;      ///< share: rounded evenly; else the first places have one more
  bool first_less = false, last_less = false;  ///< share: one less at the ends

  /// Empty where the law does not apply: the run has no such grid, or a quotient leaves a remainder.
  std::optional<std::int64_t> at(const Place& place) const;
  std::string words() const;
  bool varies_with_rank() const { return kind == Kind::share; }
};

class LawCatalogue {
 public:
  LawCatalogue(const std::vector<GridRule>& rules, const Admitted& admitted);

  /// The laws that give all samples, simplest first, at most `most`. `least_spare`: runs in the samples beyond the
  /// number of parameters.
  /// `times`: the samples are times, so that quotients are rounded to the nearest.
  std::vector<Law> that_give(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                             bool times = false) const;

 private:
  std::vector<Variable> variables_;
};

}  // namespace trgen::extrapolation

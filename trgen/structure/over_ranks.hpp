// SPDX-License-Identifier: Apache-2.0
// A field of an event, gathered rank after rank: the loops of its series, which many ranks share, and each number in
// them as a series over those ranks.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trgen/structure/series.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::structure {

class OverRanks {
 public:
  /// The next rank, whose series has this shape. `numbers`: its first number, then its differences.
  void add(const Shape& shape, std::span<const std::int64_t> numbers);
  /// The next rank, whose series is that of the rank before it.
  void again();
  /// The next rank, whose values have no structure: those of all ranks are listed.
  void list();

  bool listed() const { return listed_; }
  Field field() const;

 private:
  /// A table of numbers over ranks that is longer than this is listed instead.
  static constexpr std::size_t most = 4096;
  static constexpr std::size_t most_alternatives = 64;

  struct Kept {
    Shape shape;
    std::vector<SeriesBuilder> numbers;
  };
  Kept* alternative_of(const Shape& shape);
  void limit(const Kept& changed);

  bool listed_ = false;
  SeriesBuilder choice_;
  std::vector<Kept> alternatives_;
};

/// How many numbers a field takes, to compare two forms of the same thing. One that is listed takes most.
std::size_t cost(const Field& field);

/// The numbers of a field, rank after rank: the other way round.
class FieldWalk {
 public:
  explicit FieldWalk(const Field& field);

  /// Moves to the next rank. Its alternative, and its numbers: the first one, then the differences.
  void next();
  std::size_t alternative() const { return alternative_; }
  std::span<const std::int64_t> numbers() const { return numbers_; }

 private:
  SeriesWalk choice_;
  std::vector<std::vector<SeriesWalk>> walks_;
  std::size_t alternative_ = 0;
  std::vector<std::int64_t> numbers_;
};

}  // namespace trgen::structure

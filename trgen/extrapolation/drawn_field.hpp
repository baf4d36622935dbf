// SPDX-License-Identifier: Apache-2.0
// Times of a statement that are drawn, on the ranks that are wanted: which spread each execution on each rank draws
// from, and how often the values of each spread then come.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "trgen/extrapolation/evaluation.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::extrapolation {

/// What executions draw from: a group of executions of a statement, or a time that is known.
struct DrawnPart {
  const VaryingTime* times = nullptr;  ///< null: the time is known
  Pass pass = Pass::other;
  std::int64_t known = 0;  ///< ns

  bool operator==(const DrawnPart&) const = default;
};

/// The executions of a rank: the first one (all, where the shape is empty), then the elements of the shape.
struct DrawnOrder {
  structure::Shape shape;
  std::vector<DrawnPart> parts;
};

class DrawnField {
 public:
  explicit DrawnField(const Evaluation& at) : at_(at) {}

  /// The next rank, in ascending order.
  void add(std::uint32_t rank, const DrawnOrder& order);
  /// The field of all ranks, with `runs` executions on each; one time for all where nothing spreads.
  structure::Field field(std::uint64_t runs) const;

 private:
  /// What a part comes to on a rank.
  struct Source {
    const TimeSpread* spread = nullptr;  ///< null: known
    std::int64_t known = 0;

    bool operator==(const Source&) const = default;
  };
  struct Kept {
    structure::Shape shape;
    std::vector<Source> sources;
    std::uint64_t ranks = 0;
  };
  structure::Spread spread_of(const Source& source, std::uint64_t draws) const;

  const Evaluation& at_;
  structure::SeriesBuilder choice_;
  std::vector<Kept> kept_;
};

}  // namespace trgen::extrapolation

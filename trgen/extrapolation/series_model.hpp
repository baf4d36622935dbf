// SPDX-License-Identifier: Apache-2.0
// A number that varies from execution to execution (a tag, a time) as nested loops of differences, each with a law.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "trgen/extrapolation/partition.hpp"
#include "trgen/structure/series.hpp"

namespace trgen::extrapolation {

/// A series over executions whose numbers have laws; several shapes where ranks differ.
struct SeriesModel {
  struct Way {
    structure::Shape shape;
    std::vector<ValueModel> numbers;  ///< the first one, then the differences
  };
  ValueModel choice = ValueModel::constant(0);
  std::vector<Way> ways;

  /// True when all ranks of a run have the same series.
  bool is_uniform() const {
    return choice.is_uniform() && std::all_of(ways.begin(), ways.end(), [](const Way& way) {
             return std::all_of(way.numbers.begin(), way.numbers.end(),
                                [](const auto& each) { return each.is_uniform(); });
           });
  }
  /// True when all executions on a rank have the same number.
  bool is_steady() const {
    return std::all_of(ways.begin(), ways.end(), [](const Way& way) { return way.shape.empty(); });
  }
};

/// The series of a rank.
struct SeriesSample {
  Place at;
  const structure::SeriesBuilder* series = nullptr;
};

/// Empty where a series is listed, or a number of it has no law. `least_spare`, `times`: as of
/// Fit::value().
std::optional<SeriesModel> fit_series(std::span<const SeriesSample> samples, const Fit& fit, unsigned least_spare,
                                      bool times);

}  // namespace trgen::extrapolation

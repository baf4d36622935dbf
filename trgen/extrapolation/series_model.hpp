// SPDX-License-Identifier: Apache-2.0
// A number that varies from execution to execution (a tag, a time) as nested loops of differences, each with a law.
#pragma once

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

  bool is_constant() const {
    return ways.size() == 1 && ways.front().shape.empty() && ways.front().numbers.front().is_constant();
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

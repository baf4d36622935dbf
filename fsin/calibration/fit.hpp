// SPDX-License-Identifier: Apache-2.0
// A fit as it is reported: the parameters, their errors on what they were fitted to, and their errors on sizes that
// were held out. Of the sizes between the first and the last every fifth is held out in turn, the model is fitted to
// the others, and predicts them; that also decides how many segments a piece-wise model has, and whether a LogGPS model
// announces long messages.
//
// The number of segments is the smallest whose held-out error is within one standard error of the least (L. Breiman et
// al., Classification and Regression Trees, 1984), or as many as are asked for.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fsin/calibration/errors.hpp"
#include "fsin/calibration/loggps.hpp"
#include "fsin/calibration/piecewise.hpp"

namespace fsin::calibration {

inline constexpr std::size_t folds = 5;

/// Errors of models of one kind with so many segments.
struct Choice {
  std::size_t segments = 1;
  Errors fitted;
  Errors held_out;
};

struct PiecewiseFit {
  Piecewise model;
  std::vector<Choice> choices;  ///< by number of segments
  std::size_t chosen = 0;       ///< index of `choices`

  const Errors& fitted() const { return choices[chosen].fitted; }
  const Errors& held_out() const { return choices[chosen].held_out; }
};
/// `segments`: so many, if there are sizes for them; else chosen from 1 .. `most`.
PiecewiseFit piecewise_fit(std::span<const Point> points, std::optional<std::size_t> segments, std::size_t most);

struct LoggpsFit {
  Loggps model;
  Errors fitted;
  Errors held_out;
};
LoggpsFit loggps_fit(std::span<const Point> points);

}  // namespace fsin::calibration

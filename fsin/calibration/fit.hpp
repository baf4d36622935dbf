// SPDX-License-Identifier: Apache-2.0
// A fit as it is reported: the parameters, their errors on what they were fitted to, and their errors on sizes that
// were held out. Of the sizes between the first and the last every fifth is held out in turn, the model is fitted to
// the others, and predicts them; that also decides how many segments a piece-wise model has, and whether a LogGPS model
// announces long messages.
//
// The number of segments is the smallest whose mean error on sizes held out is at most a tenth, or half a percentage
// point, above the least of all numbers, where errors above 50 % count as 50 %; or as many as are asked for.
// S of LogGPS is taken where it makes the mean error on sizes held out half a percentage point less.
//
// A size that is held out right where the model jumps may lie on either side of the jump: without it nothing tells.
// Errors are therefore also told without these sizes.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "fsin/calibration/errors.hpp"
#include "fsin/calibration/loggps.hpp"
#include "fsin/calibration/piecewise.hpp"

namespace fsin::calibration {

inline constexpr std::size_t folds = 5;

struct Judged {
  Errors fitted;
  Errors held_out;
  Errors inside;  ///< of those held out, sizes whose neighbours are in one segment
};

/// Errors of piece-wise models with so many segments.
struct Choice : Judged {
  std::size_t segments = 1;
};

struct PiecewiseFit {
  Piecewise model;
  std::vector<Choice> choices;  ///< by number of segments
  std::size_t chosen = 0;       ///< index of `choices`

  const Judged& judged() const { return choices[chosen]; }
};
/// `segments`: so many, if there are sizes for them; else chosen from 1 .. `most`.
PiecewiseFit piecewise_fit(std::span<const Point> points, std::optional<std::size_t> segments, std::size_t most);

struct LoggpsFit {
  Loggps model;
  Judged judged;
};
LoggpsFit loggps_fit(std::span<const Point> points);

}  // namespace fsin::calibration

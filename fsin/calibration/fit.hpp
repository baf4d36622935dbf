// SPDX-License-Identifier: Apache-2.0
// A fit as reported: the parameters, their errors on the sizes fitted to, and their errors on held-out sizes. Between
// the first and the last size every fifth is held out in turn, the model is fitted to the others and predicts them;
// that also decides how many segments a piecewise model has, and whether a LogGPS model announces long messages.
//
// The number of segments is the smallest whose mean error on held-out sizes is at most a tenth, or half a percentage
// point, above the least of all numbers, where errors above 50 % count as 50 %; or the number asked for. S of LogGPS is
// used when it lowers the mean error on held-out sizes by half a percentage point.
//
// A held-out size right where the model jumps may lie on either side of the jump, and the other sizes do not say which.
// Errors are therefore also reported without these sizes.
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
  Errors inside;  ///< errors on held-out sizes whose neighbours are in one segment
};

/// Errors of the piecewise model with a given number of segments.
struct Choice : Judged {
  std::size_t segments = 1;
};

struct PiecewiseFit {
  Piecewise model;
  std::vector<Choice> choices;  ///< by number of segments
  std::size_t chosen = 0;       ///< index of `choices`

  const Judged& judged() const { return choices[chosen]; }
};
/// Fit with the given number of segments, if there are sizes for them; without one, chosen from 1 .. `most`.
PiecewiseFit piecewise_fit(std::span<const Point> points, std::optional<std::size_t> segments, std::size_t most);

struct LoggpsFit {
  Loggps model;
  Judged judged;
};
LoggpsFit loggps_fit(std::span<const Point> points);

}  // namespace fsin::calibration

// SPDX-License-Identifier: Apache-2.0
// Times as a sum of two terms, p u + q v with p and q at least 0: a latency and a time per byte, say. Fitted so that
// the mean of |ln(p u + q v) - ln t| is least, by iteratively reweighted least squares from the fit of least relative
// squares; the best of all steps, and of the exact fits with one term alone, is kept.
//
// Not promised: the global minimum, since the sum of logarithmic errors may have several minima.
//
// Source: P. W. Holland, R. E. Welsch, Robust regression using iteratively reweighted least squares, Communications in
// Statistics A6, 1977.
#pragma once

#include <span>

namespace fsin::calibration {

struct Term {
  double u = 1;
  double v = 0;
  double t = 1;  ///< above 0
};

struct TwoTerms {
  double p = 0;
  double q = 0;
  double error = 0;  ///< sum of |ln(p u + q v) - ln t|
};

/// Fits at least one term; each has u or v above 0.
TwoTerms fit_two_terms(std::span<const Term> terms);

}  // namespace fsin::calibration

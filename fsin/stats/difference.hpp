// SPDX-License-Identifier: Apache-2.0
// Difference between two sets of runs in one figure, and whether it is more than chance.
//
// Runs with equal seeds share their random numbers and are compared in pairs; other runs by Welch's test, which assumes
// independent samples and lets their variances differ (B. L. Welch, Biometrika 34, 1947). Many comparisons at once are
// corrected by Holm's method (S. Holm, Scandinavian Journal of Statistics 6, 1979). Not modelled: figures whose mean is
// far from normal in a handful of runs.
#pragma once

#include <optional>
#include <vector>

#include "fsin/stats/confidence.hpp"

namespace fsin::stats {

struct Interval {
  double value = 0;
  double half_width = 0;  ///< infinite when there are too few runs for one
};

/// B against A.
struct Difference {
  bool paired = false;
  Estimate a;
  Estimate b;
  Interval difference;            ///< b - a
  std::optional<Interval> ratio;  ///< b / a; empty where a is zero
  std::optional<double> p_value;  ///< two-sided, of "no difference"; empty with fewer than two runs on a side
  bool identical = false;         ///< every run of B has the value of its partner, or of every run of A
};

/// Run i of `a` and of `b` share a seed. The ratio is the mean of the ratios. Throws std::domain_error unless both have
/// the same length, at least 1.
Difference paired_difference(const std::vector<double>& a, const std::vector<double>& b, double confidence);

/// Difference of independent runs, at least one each. The ratio is that of the means; its interval is by the delta
/// method.
Difference welch_difference(const std::vector<double>& a, const std::vector<double>& b, double confidence);

/// p-values of several tests, in the order given, adjusted so that calling those below alpha significant errs in any of
/// them with probability alpha at most (Holm's step-down).
std::vector<double> holm_adjusted(const std::vector<double>& p_values);

}  // namespace fsin::stats

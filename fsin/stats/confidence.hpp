// SPDX-License-Identifier: Apache-2.0
// Confidence intervals over independent replications (one value per seed).
//
// The mean of n replications is reported with the half width t(n-1) * s / sqrt(n) of its two-sided Student-t interval;
// the paper uses 10 runs at 99%, where the half width is 1.028 s. Intervals from batches inside one run:
// batch_means.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fsin::stats {

struct Estimate {
  std::size_t n = 0;
  double mean = 0;
  double stddev = 0;      ///< sample standard deviation (divisor n - 1); 0 for n < 2
  double half_width = 0;  ///< of the interval; infinite for n < 2
};

/// The quantile t such that a Student variable with `degrees` degrees of freedom lies in [-t, t] with probability
/// `confidence`. confidence in (0, 1), degrees >= 1; anything else throws std::domain_error.
double student_t(double confidence, std::size_t degrees);

/// As student_t, but the degrees of freedom need not be a whole number, as in Welch's test. degrees > 0.
double student_quantile(double confidence, double degrees);

/// The probability that a Student variable lies outside [-|t|, |t|]: the p-value of a two-sided test. degrees > 0.
double student_two_sided(double t, double degrees);

/// Mean and interval of `values`. An empty list gives n = 0.
Estimate estimate(const std::vector<double>& values, double confidence);

/// values[i] / base[i], paired by seed, with the interval of the mean ratio. Pairing keeps what both sides of a pair
/// share (the same seed draws the same traffic) out of the interval. Empty when the lists differ in length, are empty,
/// or a base is zero.
std::optional<Estimate> paired_ratio(const std::vector<double>& values, const std::vector<double>& base,
                                     double confidence);

/// The figures of one run by name, in a fixed order.
using NamedValues = std::vector<std::pair<std::string, double>>;

struct NamedEstimate {
  std::string name;
  Estimate estimate;
};

/// One estimate for each name of the first run, over the runs that have it.
std::vector<NamedEstimate> summarise(const std::vector<NamedValues>& runs, double confidence);

}  // namespace fsin::stats

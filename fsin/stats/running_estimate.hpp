// SPDX-License-Identifier: Apache-2.0
// Mean and interval of values that are seen once and not kept: the figures of any number of replications in the memory
// of one. Sums are of differences from the first value, so that equal values give exactly their value and a width of
// exactly zero; the squares by Welford's recurrence (Technometrics 4(3), 1962), which loses no digits.
#pragma once

#include <cstddef>

#include "fsin/stats/confidence.hpp"

namespace fsin::stats {

class RunningEstimate {
 public:
  void add(double value);
  std::size_t count() const { return n_; }
  /// Estimate over the values seen so far; n = 0 before the first.
  Estimate estimate(double confidence) const;

 private:
  std::size_t n_ = 0;
  double first_ = 0;
  double sum_ = 0;      ///< of value - first
  double mean_ = 0;     ///< of value - first, as Welford has it
  double squares_ = 0;  ///< of deviations from the mean
};

}  // namespace fsin::stats

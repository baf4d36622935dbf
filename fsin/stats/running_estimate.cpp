// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/running_estimate.hpp"

#include <cmath>
#include <limits>

namespace fsin::stats {

void RunningEstimate::add(double value) {
  if (n_ == 0) first_ = value;
  ++n_;
  const double difference = value - first_;
  sum_ += difference;
  const double before = difference - mean_;
  mean_ += before / static_cast<double>(n_);
  squares_ += before * (difference - mean_);
}

Estimate RunningEstimate::estimate(double confidence) const {
  Estimate result;
  result.n = n_;
  if (n_ == 0) return result;
  const auto n = static_cast<double>(n_);
  result.mean = first_ + sum_ / n;
  result.half_width = std::numeric_limits<double>::infinity();
  if (n_ < 2) return result;
  result.stddev = std::sqrt(squares_ / (n - 1));
  result.half_width = student_t(confidence, n_ - 1) * result.stddev / std::sqrt(n);
  return result;
}

}  // namespace fsin::stats

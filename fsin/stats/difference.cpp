// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/difference.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace fsin::stats {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

/// p-value of a difference that never varies, which is as certain as a simulation can be: it exists, or it does not.
double certain(double difference) { return difference == 0 ? 1.0 : 0.0; }

/// Squared standard error of a mean.
double error_squared(const Estimate& e) { return e.stddev * e.stddev / static_cast<double>(e.n); }

/// Degrees of freedom of the sum of two estimated variances (Welch and Satterthwaite). Not both may be zero.
double degrees_of_sum(double variance_a, std::size_t n_a, double variance_b, std::size_t n_b) {
  const double sum = variance_a + variance_b;
  return sum * sum /
         (variance_a * variance_a / static_cast<double>(n_a - 1) +
          variance_b * variance_b / static_cast<double>(n_b - 1));
}

/// Half width of an interval for a sum with these two variances.
double half_width(double variance_a, std::size_t n_a, double variance_b, std::size_t n_b, double confidence) {
  const double sum = variance_a + variance_b;
  if (sum == 0) return 0;
  return student_quantile(confidence, degrees_of_sum(variance_a, n_a, variance_b, n_b)) * std::sqrt(sum);
}

Interval interval_of(const Estimate& e) { return {e.mean, e.half_width}; }

}  // namespace

Difference paired_difference(const std::vector<double>& a, const std::vector<double>& b, double confidence) {
  if (a.size() != b.size() || a.empty()) {
    throw std::domain_error("paired_difference: both sides need the same number of runs, at least one");
  }
  Difference result;
  result.paired = true;
  result.a = estimate(a, confidence);
  result.b = estimate(b, confidence);
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);
  const Estimate difference = estimate(differences, confidence);
  result.difference = interval_of(difference);
  if (const auto ratio = paired_ratio(b, a, confidence)) result.ratio = interval_of(*ratio);
  result.identical = a == b;
  if (a.size() < 2) return result;
  const double error = std::sqrt(error_squared(difference));
  result.p_value = error == 0 ? certain(difference.mean)
                              : student_two_sided(difference.mean / error, static_cast<double>(difference.n - 1));
  return result;
}

Difference welch_difference(const std::vector<double>& a, const std::vector<double>& b, double confidence) {
  if (a.empty() || b.empty()) throw std::domain_error("welch_difference: both sides need at least one run");
  Difference result;
  result.a = estimate(a, confidence);
  result.b = estimate(b, confidence);
  const double difference = result.b.mean - result.a.mean;
  result.difference = {difference, unknown};
  if (result.a.mean != 0) result.ratio = Interval{result.b.mean / result.a.mean, unknown};
  const auto is_first = [&](double value) { return value == a.front(); };
  result.identical = std::all_of(a.begin(), a.end(), is_first) && std::all_of(b.begin(), b.end(), is_first);
  if (a.size() < 2 || b.size() < 2) return result;

  const double variance_a = error_squared(result.a);
  const double variance_b = error_squared(result.b);
  result.difference.half_width = half_width(variance_a, a.size(), variance_b, b.size(), confidence);
  if (result.ratio) {
    const double scale = result.a.mean * result.a.mean;
    result.ratio->half_width = half_width(result.ratio->value * result.ratio->value * variance_a / scale, a.size(),
                                          variance_b / scale, b.size(), confidence);
  }
  const double variance = variance_a + variance_b;
  result.p_value = variance == 0 ? certain(difference)
                                 : student_two_sided(difference / std::sqrt(variance),
                                                     degrees_of_sum(variance_a, a.size(), variance_b, b.size()));
  return result;
}

std::vector<double> holm_adjusted(const std::vector<double>& p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return p_values[x] < p_values[y]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const auto left = static_cast<double>(order.size() - rank);
    largest = std::max(largest, std::min(1.0, left * p_values[order[rank]]));
    adjusted[order[rank]] = largest;
  }
  return adjusted;
}

}  // namespace fsin::stats

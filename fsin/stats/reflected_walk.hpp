// SPDX-License-Identifier: Apache-2.0
// A random walk that is reflected at zero and begins there: the queue of a load that is just carried. Its steps have
// the mean 0 and add a variance of 1 per unit of time. From time a to b it grows by |B(b)| - |B(a)| in law, B being
// Brownian motion.
// Source: J. M. Harrison, Brownian Motion and Stochastic Flow Systems, 1985, section 1.9.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fsin::stats {

/// Mean growth from time a to b.
inline double walk_growth(double a, double b) {
  return std::sqrt(2 / std::numbers::pi) * (std::sqrt(b) - std::sqrt(a));
}

/// Variance of that growth, by E |B(a) B(b)| = 2/pi sqrt(a b) (sqrt(1 - r^2) + r asin r) with r^2 = a / b:
/// (1 - 2/pi) (b - a) from the beginning, and up to b - a long after it.
inline double walk_variance(double a, double b) {
  if (b <= a) return 0;
  const double r = std::sqrt(a / b);
  const double product = 2 / std::numbers::pi * std::sqrt(a * b) * (std::sqrt(1 - r * r) + r * std::asin(r));
  const double mean = walk_growth(a, b);
  return std::max(0.0, a + b - 2 * product - mean * mean);
}

}  // namespace fsin::stats

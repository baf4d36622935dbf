// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/loggps.hpp"

#include <vector>

#include "fsin/calibration/rounding.hpp"
#include "fsin/calibration/two_terms.hpp"

namespace fsin::calibration {
namespace {

constexpr std::size_t least_each_side = 3;  ///< on either side of S

/// Fit in which the first `eager` points are not announced.
TwoTerms fit_with(std::span<const Point> points, std::size_t eager) {
  std::vector<Term> terms;
  for (std::size_t i = 0; i < points.size(); ++i) {
    terms.push_back({i < eager ? 1.0 : 3.0, points[i].bytes < 2 ? 0 : points[i].size() - 1, points[i].ns});
  }
  return fit_two_terms(terms);
}

}  // namespace

Loggps fit_loggps(std::span<const Point> points, bool announces) {
  std::size_t best = points.size();
  TwoTerms terms = fit_with(points, best);
  for (std::size_t eager = least_each_side; announces && eager + least_each_side <= points.size(); ++eager) {
    const TwoTerms now = fit_with(points, eager);
    if (now.error >= terms.error) continue;
    terms = now;
    best = eager;
  }
  Loggps model{rounded(terms.p), rounded(terms.q), std::nullopt, 0};
  if (best < points.size()) {
    model.eager = points[best - 1].bytes;
    model.next = points[best].bytes;
  }
  return model;
}

}  // namespace fsin::calibration

// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/baselines.hpp"

#include <algorithm>

#include "fsin/calibration/two_terms.hpp"

namespace fsin::calibration {
namespace {

constexpr double default_part = 0.92;  ///< of the peak bandwidth, which TCP/IP reaches on Ethernet

Baseline baseline(std::string name, std::span<const Point> points, std::span<const Term> terms, double p, double q) {
  Baseline made{std::move(name), {}, {}};
  std::vector<double> errors;
  for (std::size_t i = 0; i < points.size(); ++i) {
    made.ns.push_back(p * terms[i].u + q * terms[i].v);
    errors.push_back(log_error(made.ns.back(), points[i].ns));
  }
  made.errors = errors_of(points, std::move(errors));
  return made;
}

Baseline fitted(std::string name, std::span<const Point> points, std::span<const Term> terms) {
  const TwoTerms best = fit_two_terms(terms);
  return baseline(std::move(name), points, terms, best.p, best.q);
}

Baseline default_affine(std::span<const Point> points, std::span<const Term> terms) {
  double peak = 0;  // bytes a nanosecond
  for (const Point& point : points) peak = std::max(peak, point.size() / point.ns);
  return baseline("affine, shortest time and 92 % of peak", points, terms, points.front().ns,
                  peak > 0 ? 1 / (default_part * peak) : 0);
}

}  // namespace

std::vector<Baseline> baselines_of(std::span<const Point> points, std::span<const SizeFactor> factors) {
  std::vector<Term> affine, by_factors;
  for (const Point& point : points) {
    affine.push_back({1, point.size(), point.ns});
    if (factors.empty()) continue;
    const auto after = std::upper_bound(factors.begin(), factors.end(), point.bytes,
                                        [](std::uint64_t size, const SizeFactor& each) { return size < each.from; });
    const SizeFactor& factor = *(after - 1);
    by_factors.push_back({factor.latency, point.size() / factor.bandwidth, point.ns});
  }
  std::vector<Baseline> all{fitted("affine, best fit", points, affine), default_affine(points, affine)};
  if (!factors.empty()) all.push_back(fitted("SimGrid's default factors, best fit", points, by_factors));
  return all;
}

}  // namespace fsin::calibration

// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/two_terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace fsin::calibration {
namespace {

constexpr int most_steps = 24;
constexpr double least_residual = 1e-4;  ///< below it, the weight of a point grows no more
constexpr double no_fit = std::numeric_limits<double>::infinity();

double error_of(std::span<const Term> terms, double p, double q) {
  double sum = 0;
  for (const Term& term : terms) {
    const double model = p * term.u + q * term.v;
    if (!(model > 0)) return no_fit;
    sum += std::abs(std::log(model / term.t));
  }
  return sum;
}

/// The factor of one term alone: the median of the quotients, which is exact.
template <class Of>
std::optional<double> one_term(std::span<const Term> terms, Of of) {
  std::vector<double> quotients;
  for (const Term& term : terms) {
    if (!(of(term) > 0)) return std::nullopt;
    quotients.push_back(term.t / of(term));
  }
  const auto middle = quotients.begin() + static_cast<std::ptrdiff_t>(quotients.size() / 2);
  std::nth_element(quotients.begin(), middle, quotients.end());
  return *middle;
}

class Best {
 public:
  explicit Best(std::span<const Term> terms) : terms_(terms) {}
  void offer(double p, double q) {
    if (!(p >= 0) || !(q >= 0)) return;
    const double error = error_of(terms_, p, q);
    if (error < best_.error) best_ = {p, q, error};
  }
  const TwoTerms& best() const { return best_; }

 private:
  std::span<const Term> terms_;
  TwoTerms best_{0, 0, no_fit};
};

/// Weighted least squares of p u + q v - t. Empty where the terms cannot be separated.
std::optional<TwoTerms> solve(std::span<const Term> terms, std::span<const double> weights) {
  double uu = 0, uv = 0, vv = 0, ut = 0, vt = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    const Term& term = terms[i];
    uu += weights[i] * term.u * term.u;
    uv += weights[i] * term.u * term.v;
    vv += weights[i] * term.v * term.v;
    ut += weights[i] * term.u * term.t;
    vt += weights[i] * term.v * term.t;
  }
  const double determinant = uu * vv - uv * uv;
  if (!(determinant > 1e-12 * uu * vv)) return std::nullopt;
  return TwoTerms{(ut * vv - vt * uv) / determinant, (vt * uu - ut * uv) / determinant, 0};
}

}  // namespace

TwoTerms fit_two_terms(std::span<const Term> terms) {
  Best best(terms);
  if (const auto p = one_term(terms, [](const Term& term) { return term.u; })) best.offer(*p, 0);
  if (const auto q = one_term(terms, [](const Term& term) { return term.v; })) best.offer(0, *q);
  std::vector<double> weights;
  for (const Term& term : terms) weights.push_back(1 / (term.t * term.t));
  for (int step = 0; step < most_steps; ++step) {
    const auto now = solve(terms, weights);
    if (!now) break;
    best.offer(now->p, now->q);
    double most = 0;
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const Term& term = terms[i];
      const double model = std::max(now->p * term.u + now->q * term.v, term.t / 16);
      const double residual = std::max(std::abs(std::log(model / term.t)), least_residual);
      weights[i] = 1 / (residual * model * term.t);
      most = std::max(most, residual);
    }
    if (most <= least_residual) break;
  }
  return best.best();
}

}  // namespace fsin::calibration

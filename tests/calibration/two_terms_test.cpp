// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/two_terms.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <random>
#include <vector>

namespace two_terms_test {

using namespace fsin::calibration;

namespace {

double error_of(const std::vector<Term>& terms, double p, double q) {
  double sum = 0;
  for (const Term& each : terms) sum += std::abs(std::log((p * each.u + q * each.v) / each.t));
  return sum;
}

}  // namespace

TEST_CASE("times that are a sum of both terms give both back") {
  std::vector<Term> terms;
  for (const double size : {1.0, 10.0, 1000.0, 50'000.0, 4e6}) terms.push_back({1, size, 5000 + 0.25 * size});
  const TwoTerms fit = fit_two_terms(terms);
  CHECK(fit.p == doctest::Approx(5000).epsilon(1e-6));
  CHECK(fit.q == doctest::Approx(0.25).epsilon(1e-6));
  CHECK(fit.error < 1e-6);
}

TEST_CASE("one time that is ten times too long does not move the others") {
  std::vector<Term> terms;
  for (int i = 0; i < 12; ++i) terms.push_back({1, std::ldexp(1.0, 2 * i), 1000 + std::ldexp(0.5, 2 * i)});
  terms[5].t *= 10;
  const TwoTerms fit = fit_two_terms(terms);
  CHECK(fit.p == doctest::Approx(1000).epsilon(1e-3));
  CHECK(fit.q == doctest::Approx(0.5).epsilon(1e-3));
}

TEST_CASE("a latency or a time per byte below zero is never the answer") {
  const TwoTerms falling = fit_two_terms(std::vector<Term>{{1, 1, 9}, {1, 2, 8}, {1, 3, 7}});
  CHECK(falling.q == 0);
  CHECK(falling.p == doctest::Approx(8));
  const TwoTerms steep = fit_two_terms(std::vector<Term>{{1, 10, 1}, {1, 20, 40}, {1, 30, 90}});
  CHECK(steep.p >= 0);
  CHECK(steep.q > 0);
}

TEST_CASE("no line nearby has a smaller error") {
  std::mt19937 random(7);
  const auto draw = [&random] { return static_cast<double>(random()) / static_cast<double>(std::mt19937::max()); };
  for (int round = 0; round < 50; ++round) {
    CAPTURE(round);
    std::vector<Term> terms;
    for (int i = 0; i < 9; ++i) {
      const double size = std::ldexp(1.0, 2 * i);
      terms.push_back({1, size, (2000 + 0.3 * size) * std::exp(0.4 * (draw() - 0.5))});
    }
    const TwoTerms fit = fit_two_terms(terms);
    CHECK(fit.error == doctest::Approx(error_of(terms, fit.p, fit.q)));
    double least = fit.error;
    for (const double a : {0.9, 0.95, 0.98, 1.0, 1.02, 1.05, 1.1}) {
      for (const double b : {0.9, 0.95, 0.98, 1.0, 1.02, 1.05, 1.1}) {
        least = std::min(least, error_of(terms, fit.p * a, fit.q * b));
      }
    }
    CHECK(fit.error <= least * 1.05);  // reweighting ends near a minimum, not on it
  }
}

}  // namespace two_terms_test

// SPDX-License-Identifier: Apache-2.0
// Expected values are worked out by hand in the comments; quantiles and tails are those of printed tables of Student's
// t.
#include "fsin/stats/difference.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace difference_test {

using namespace fsin::stats;

TEST_CASE("the two-sided tail inverts the quantile, also for degrees that are no whole number") {
  CHECK(student_two_sided(2.776, 4) == doctest::Approx(0.05).epsilon(0.001));
  CHECK(student_two_sided(-2.776, 4) == doctest::Approx(0.05).epsilon(0.001));
  CHECK(student_two_sided(0, 7) == doctest::Approx(1));
  // One degree of freedom is Cauchy's distribution: P(|T| > 1) = 1/2, and the quantile of p is tan(pi p / 2).
  CHECK(student_two_sided(1, 1) == doctest::Approx(0.5));
  CHECK(student_quantile(0.9, 1) == doctest::Approx(std::tan(0.45 * std::acos(-1.0))));
  CHECK(student_two_sided(student_quantile(0.95, 3.7), 3.7) == doctest::Approx(0.05));
  CHECK_THROWS_AS(student_two_sided(1, 0), std::domain_error);
}

TEST_CASE("a paired difference is the t-test of the differences") {
  // Differences 1, 2, 3: mean 2, s = 1, standard error 1/sqrt(3), t = 2 sqrt(3) with 2 degrees of freedom.
  // For 2 degrees the tail is closed: p = 1 - t / sqrt(2 + t^2) = 1 - sqrt(12 / 14).
  const Difference d = paired_difference({10, 20, 30}, {11, 22, 33}, 0.95);
  CHECK(d.paired);
  CHECK(d.a.mean == 20);
  CHECK(d.b.mean == 22);
  CHECK(d.difference.value == 2);
  CHECK(d.difference.half_width == doctest::Approx(4.303 / std::sqrt(3.0)).epsilon(0.001));
  REQUIRE(d.p_value.has_value());
  CHECK(*d.p_value == doctest::Approx(1 - std::sqrt(12.0 / 14.0)));
  REQUIRE(d.ratio.has_value());
  CHECK(d.ratio->value == doctest::Approx(1.1));
  CHECK(d.ratio->half_width < 1e-12);
}

TEST_CASE("pairing finds a difference that independent samples hide") {
  const std::vector<double> a{100, 200, 300, 400}, b{101, 202, 301, 402};
  CHECK(*paired_difference(a, b, 0.95).p_value < 0.05);
  CHECK(*welch_difference(a, b, 0.95).p_value > 0.9);
}

TEST_CASE("Welch's test has the degrees of freedom of Welch and Satterthwaite") {
  // a: n = 3, mean 2, s^2 = 1; b: n = 5, mean 6, s^2 = 2.5. Squared errors 1/3 and 1/2, sum 5/6.
  // t = 4 / sqrt(5/6) = 4.3818; degrees (25/36) / (1/18 + 1/16) = (25/36) / (17/144) = 100/17 = 5.882.
  const Difference d = welch_difference({1, 2, 3}, {4, 5, 6, 7, 8}, 0.95);
  CHECK_FALSE(d.paired);
  CHECK(d.difference.value == 4);
  CHECK(*d.p_value == doctest::Approx(student_two_sided(4.38178, 100.0 / 17)).epsilon(1e-4));
  // Tables: p is between those of 5 and 6 degrees, 0.0071 and 0.0047.
  CHECK(*d.p_value < 0.0072);
  CHECK(*d.p_value > 0.0046);
  // 95% quantiles of 5 and 6 degrees are 2.571 and 2.447.
  CHECK(d.difference.half_width > 2.447 * std::sqrt(5.0 / 6));
  CHECK(d.difference.half_width < 2.571 * std::sqrt(5.0 / 6));
  CHECK(d.ratio->value == 3);
  // Delta method: variance (9/3 + 1/2) / 4 = 0.875, degrees (3.5)^2 / (9/2 + 1/16) = 12.25 / 4.5625 = 2.685.
  CHECK(d.ratio->half_width == doctest::Approx(student_quantile(0.95, 12.25 / 4.5625) * std::sqrt(0.875)));
}

TEST_CASE("what never varies is certain, and one run is no test") {
  const Difference same = paired_difference({5, 5, 5}, {5, 5, 5}, 0.99);
  CHECK(same.identical);
  CHECK(*same.p_value == 1);
  const Difference shifted = welch_difference({5, 5}, {6, 6, 6}, 0.99);
  CHECK(*shifted.p_value == 0);
  CHECK(shifted.difference.half_width == 0);
  CHECK(shifted.ratio->half_width == 0);
  CHECK_FALSE(shifted.identical);
  const Difference one = paired_difference({5}, {6}, 0.99);
  CHECK_FALSE(one.p_value.has_value());
  CHECK(std::isinf(one.difference.half_width));
  const Difference lone = welch_difference({5}, {6, 7}, 0.99);
  CHECK_FALSE(lone.p_value.has_value());
  CHECK(std::isinf(lone.ratio->half_width));
  CHECK_FALSE(welch_difference({0, 0}, {6, 7}, 0.99).ratio.has_value());
  CHECK_THROWS_AS(paired_difference({1, 2}, {1}, 0.99), std::domain_error);
  CHECK_THROWS_AS(welch_difference({}, {1}, 0.99), std::domain_error);
}

TEST_CASE("Holm multiplies the smallest p by the number of tests, the next by one less, and never goes down") {
  // 0.01 * 4 = 0.04; 0.02 * 3 = 0.06; 0.022 * 2 = 0.044, raised to 0.06; 0.5 * 1.
  const std::vector<double> adjusted = holm_adjusted({0.5, 0.01, 0.022, 0.02});
  REQUIRE(adjusted.size() == 4);
  CHECK(adjusted[0] == doctest::Approx(0.5));
  CHECK(adjusted[1] == doctest::Approx(0.04));
  CHECK(adjusted[2] == doctest::Approx(0.06));
  CHECK(adjusted[3] == doctest::Approx(0.06));
  CHECK(holm_adjusted({0.9, 0.8})[1] == 1);
  CHECK(holm_adjusted({}).empty());
}

}  // namespace difference_test

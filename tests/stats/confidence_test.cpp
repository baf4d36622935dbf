// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/confidence.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace confidence_test {

using namespace fsin::stats;

TEST_CASE("student_t gives the printed table of two-sided quantiles") {
  struct Row {
    std::size_t runs;
    double at99;
    double at95;
  };
  constexpr std::array<Row, 5> table{
      {{3, 9.925, 4.303}, {5, 4.604, 2.776}, {10, 3.250, 2.262}, {20, 2.861, 2.093}, {30, 2.756, 2.045}}};
  for (const Row& row : table) {
    CAPTURE(row.runs);
    CHECK(std::abs(student_t(0.99, row.runs - 1) - row.at99) < 0.0006);
    CHECK(std::abs(student_t(0.95, row.runs - 1) - row.at95) < 0.0006);
  }
}

TEST_CASE("student_t refuses a confidence outside (0, 1) and zero degrees of freedom") {
  CHECK_THROWS_AS(student_t(0, 3), std::domain_error);
  CHECK_THROWS_AS(student_t(1, 3), std::domain_error);
  CHECK_THROWS_AS(student_t(std::nan(""), 3), std::domain_error);
  CHECK_THROWS_AS(student_t(0.99, 0), std::domain_error);
}

TEST_CASE("ten runs at 99% give a half width of 1.028 standard deviations") {
  const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  const Estimate e = estimate(values, 0.99);
  CHECK(e.n == 10);
  CHECK(e.mean == 5.5);
  CHECK(e.stddev == doctest::Approx(3.02765));
  CHECK(e.half_width / e.stddev == doctest::Approx(1.028).epsilon(0.001));
}

TEST_CASE("one run has no interval: its half width is infinite") {
  const Estimate e = estimate({42}, 0.99);
  CHECK(e.mean == 42);
  CHECK(std::isinf(e.half_width));
  CHECK(estimate({}, 0.99).n == 0);
}

TEST_CASE("a ratio paired by seed drops what both sides share") {
  const std::vector<double> base{100, 200, 400};
  const std::vector<double> half{50, 100, 200};
  const auto ratio = paired_ratio(half, base, 0.99);
  REQUIRE(ratio.has_value());
  CHECK(ratio->mean == 0.5);
  CHECK(ratio->half_width == 0);
}

TEST_CASE("a ratio needs as many bases as values and no base of zero") {
  CHECK_FALSE(paired_ratio({1, 2}, {1}, 0.99).has_value());
  CHECK_FALSE(paired_ratio({1, 2}, {1, 0}, 0.99).has_value());
  CHECK_FALSE(paired_ratio({}, {}, 0.99).has_value());
}

TEST_CASE("a summary takes each figure over the runs that have it") {
  const std::vector<NamedValues> runs{{{"a", 1}, {"b", 10}}, {{"a", 3}}, {{"a", 5}, {"b", 20}}};
  const auto summary = summarise(runs, 0.95);
  REQUIRE(summary.size() == 2);
  CHECK(summary[0].name == "a");
  CHECK(summary[0].estimate.n == 3);
  CHECK(summary[0].estimate.mean == 3);
  CHECK(summary[1].name == "b");
  CHECK(summary[1].estimate.n == 2);
  CHECK(summary[1].estimate.mean == 15);
}

}  // namespace confidence_test

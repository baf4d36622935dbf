// SPDX-License-Identifier: Apache-2.0
// Models of measured times: the right one among the candidates, and what it is worth.
#include "trgen/extrapolation/time_model.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace extrapolation_time_model_test {

using namespace trgen::extrapolation;

namespace {

template <class Law>
TimeModel of(std::initializer_list<double> ranks, Law law) {
  std::vector<TimePoint> points;
  for (const double p : ranks) points.push_back({p, law(p)});
  return time_model(points);
}

}  // namespace

TEST_CASE("times that follow a candidate exactly are predicted far away") {
  CHECK(of({4, 8, 16}, [](double) { return 700.0; }).at(4096) == doctest::Approx(700));
  CHECK(of({4, 8, 16}, [](double p) { return 1e6 / p; }).at(4096) == doctest::Approx(1e6 / 4096));
  CHECK(of({4, 8, 16}, [](double p) { return 50 * p + 9; }).at(4096) == doctest::Approx(50 * 4096 + 9));
  CHECK(of({4, 8, 16, 32}, [](double p) { return 1e6 / p + 300; }).at(4096) == doctest::Approx(1e6 / 4096 + 300));
  CHECK(of({4, 8, 16, 32}, [](double p) { return 5 * std::log2(p) + 20; }).at(4096) == doctest::Approx(80));
  CHECK(of({4, 8, 16, 32, 64}, [](double p) { return 3 * p * std::log2(p) + 20; }).at(1024) ==
        doctest::Approx(3 * 1024 * 10 + 20));
}

TEST_CASE("noise does not make a constant a law") {
  const TimeModel made = time_model({{4, 101}, {8, 99}, {16, 102}, {32, 98}});
  CHECK(made.form == "c0");
  CHECK(made.at(1e6) == doctest::Approx(100));
  REQUIRE(made.error);
  CHECK(*made.error < 0.03);
  CHECK(made.worst < 0.04);
}

TEST_CASE("shares of a side, of two sides and of a cell are found from three inputs, with what does not shrink") {
  for (const double power : {-1.0, -0.5, -2.0 / 3, -1.5}) {
    CAPTURE(power);
    CHECK(of({4, 9, 16}, [&](double p) { return 9000 * std::pow(p, power) + 40; }).at(256) ==
          doctest::Approx(9000 * std::pow(256, power) + 40));
  }
}

TEST_CASE("two square numbers of ranks tell the share of a cell of a multipartition from one of all ranks") {
  CHECK(of({4, 9}, [](double p) { return 9000 * std::pow(p, -1.5); }).at(16) == doctest::Approx(9000 / 64.0));
  CHECK(of({4, 9}, [](double p) { return 9000 / p; }).at(16) == doctest::Approx(9000 / 16.0));
  CHECK(of({4, 8}, [](double p) { return 9000 * std::pow(p, -1.5); }).form == "c1 * p^-1");
}

TEST_CASE("three inputs decide no power above the first, and what shrinks does not end below zero") {
  CHECK(time_model({{4, 100}, {9, 90}, {16, 130}}).at(64) < 300);
  const TimeModel steep = time_model({{4, 900}, {8, 400}, {16, 190}});
  CHECK(steep.at(64) > 0);
  CHECK(steep.at(64) < 190);
}

TEST_CASE("times that follow nothing have an error that says so, and one input has none") {
  const TimeModel wild = time_model({{4, 10}, {8, 5000}, {16, 3}, {32, 700}});
  REQUIRE(wild.error);
  CHECK(*wild.error > 0.5);
  CHECK_FALSE(time_model({{4, 10}}).error);
  CHECK(time_model({{4, 10}}).at(64) == doctest::Approx(10));
}

}  // namespace extrapolation_time_model_test

// SPDX-License-Identifier: Apache-2.0
// Segments: the division is the best of all, known parameters come back, and breaks lie where they are said to.
#include "fsin/calibration/piecewise.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "tests/calibration/made_points.hpp"

namespace piecewise_test {

using namespace fsin::calibration;
using namespace fsin::calibration::testing;

namespace {

/// The least error of `count` segments over the points from `first` on, by trying all divisions.
double brute_force(std::span<const Point> points, std::size_t count) {
  if (count == 1) return line_error(points);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t n = least_points; n + (count - 1) * least_points <= points.size(); ++n) {
    least = std::min(least, line_error(points.first(n)) + brute_force(points.subspan(n), count - 1));
  }
  return least;
}

double error_of_division(std::span<const Point> points, std::vector<std::size_t> begins) {
  begins.push_back(points.size());
  double sum = 0;
  for (std::size_t k = 0; k + 1 < begins.size(); ++k) {
    sum += line_error(points.subspan(begins[k], begins[k + 1] - begins[k]));
  }
  return sum;
}

const Piecewise three_segments{{{0, 1000, 0.5, 0}, {1500, 3000, 0.2, 0}, {100'000, 20'000, 0.1, 0}}};

}  // namespace

TEST_CASE("the division into segments is the best of all divisions") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (std::size_t n = 6; n <= 13; ++n) {
      std::vector<std::uint64_t> sizes;
      for (std::size_t i = 0; i < n; ++i) sizes.push_back(std::uint64_t{1} << (i + 4));
      const std::vector<Point> points = points_from(three_segments, sizes, 0.4, seed * 100 + static_cast<unsigned>(n));
      for (std::size_t count = 1; count * least_points <= n; ++count) {
        CAPTURE(seed);
        CAPTURE(n);
        CAPTURE(count);
        const auto begins = best_division(points, count);
        REQUIRE(begins.size() == count);
        CHECK(begins.front() == 0);
        CHECK(error_of_division(points, begins) == doctest::Approx(brute_force(points, count)).epsilon(1e-9));
      }
      CHECK(best_division(points, n / least_points + 1).empty());
    }
  }
}

TEST_CASE("times of a model of three segments give its parameters back") {
  const std::vector<Point> points = points_from(three_segments, usual_sizes(1U << 22U));
  const std::vector<Piecewise> fits = fit_piecewise(points, 3);
  REQUIRE(fits.size() == 3);
  const auto& segments = fits[2].segments;
  REQUIRE(segments.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    CHECK(segments[i].latency_ns == doctest::Approx(three_segments.segments[i].latency_ns).epsilon(1e-3));
    CHECK(segments[i].byte_ns == doctest::Approx(three_segments.segments[i].byte_ns).epsilon(1e-3));
  }
  for (const Point& each : points) CHECK(fits[2].ns(each.bytes) == doctest::Approx(each.ns).epsilon(1e-4));
}

TEST_CASE("segments begin where their lines meet, or else at the geometric mean of the sizes beside the jump") {
  const Piecewise bend{{{0, 1000, 1, 0}, {1200, 1600, 0.5, 0}}};  // both are 2200 ns at 1200 B
  const auto bent = fit_piecewise(points_from(bend, usual_sizes(1U << 16U)), 2)[1].segments;
  CHECK(bent[1].from >= 1190);
  CHECK(bent[1].from <= 1210);
  const Piecewise jump{{{0, 1000, 1, 0}, {1200, 9000, 1, 0}}};
  const auto jumps = fit_piecewise(points_from(jump, usual_sizes(1U << 16U)), 2)[1].segments;
  CHECK(jumps[1].from == 1255);  // between 1024 and 1536
}

TEST_CASE("many sizes are divided too, at a hundred of them") {
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t i = 1; i <= 600; ++i) sizes.push_back(i * 500);
  const auto fits = fit_piecewise(points_from(three_segments, sizes), 3);
  REQUIRE(fits.size() == 3);
  CHECK(fits[2].segments.back().latency_ns == doctest::Approx(20'000).epsilon(0.02));
}

}  // namespace piecewise_test

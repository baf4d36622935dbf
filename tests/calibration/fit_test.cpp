// SPDX-License-Identifier: Apache-2.0
// The number of segments, and errors on sizes that were held out.
#include "fsin/calibration/fit.hpp"

#include <doctest/doctest.h>

#include "fsin/calibration/baselines.hpp"
#include "tests/calibration/made_points.hpp"

namespace fit_test {

using namespace fsin::calibration;
using namespace fsin::calibration::testing;

namespace {

const Piecewise three_segments{{{0, 1000, 0.5, 0}, {1500, 5000, 0.2, 0}, {100'000, 90'000, 0.1, 0}}};
constexpr std::uint64_t most = 1U << 22U;

}  // namespace

TEST_CASE("as many segments are taken as the times have, whatever the noise") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const PiecewiseFit fit = piecewise_fit(points_from(three_segments, usual_sizes(most), 0.03, seed), {}, 10);
    CHECK(fit.model.segments.size() == 3);
    CHECK(fit.judged().fitted.mean < 0.03);
    CHECK(fit.judged().inside.mean < 0.05);
  }
}

TEST_CASE("times on one line need one segment") {
  const Piecewise line{{{0, 2000, 0.25, 0}}};
  const PiecewiseFit fit = piecewise_fit(points_from(line, usual_sizes(most), 0.04), {}, 10);
  CHECK(fit.model.segments.size() == 1);
}

TEST_CASE("a number of segments that is asked for is taken") {
  const auto points = points_from(three_segments, usual_sizes(most), 0.03);
  CHECK(piecewise_fit(points, 5, 10).model.segments.size() == 5);
  CHECK(piecewise_fit(points, 1, 10).model.segments.size() == 1);
  CHECK(piecewise_fit(std::span(points).first(8), 5, 10).model.segments.size() < 5);
}

TEST_CASE("all sizes but the first and the last are held out once, and a size beside a jump is known as such") {
  const auto points = points_from(three_segments, usual_sizes(most));
  const PiecewiseFit fit = piecewise_fit(points, 3, 10);
  std::size_t held = 0, inside = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    held += std::isnan(fit.judged().held_out.logarithmic[i]) ? 0U : 1U;
    inside += std::isnan(fit.judged().inside.logarithmic[i]) ? 0U : 1U;
  }
  CHECK(held == points.size() - 2);
  CHECK(inside == points.size() - 2 - 4);  // two on either side of both jumps
  CHECK(fit.judged().inside.worst < 1e-3);
  CHECK(fit.judged().held_out.worst > 0.5);
}

TEST_CASE("errors are logarithmic: half and double are the same") {
  const std::vector<Point> points{point(1, 100), point(2, 100), point(4, 100), point(8, 100)};
  const Piecewise doubled{{{0, 200, 0, 0}}}, halved{{{0, 50, 0, 0}}};
  CHECK(errors_of_model(points, doubled).mean == doctest::Approx(1.0));
  CHECK(errors_of_model(points, halved).mean == doctest::Approx(1.0));
}

TEST_CASE("the affine models and the factors by size are what they are called") {
  const Piecewise line{{{0, 2000, 0.25, 0}}};
  const auto points = points_from(line, usual_sizes(most));
  const std::vector<SizeFactor> factors{{0, 0.5, 2}, {1024, 1, 1}};
  const auto baselines = baselines_of(points, factors);
  REQUIRE(baselines.size() == 3);
  CHECK(baselines[0].errors.worst < 1e-4);
  CHECK(baselines[1].ns.front() > points.front().ns);
  CHECK(baselines[2].errors.worst > 0.2);
  CHECK(baselines_of(points, {}).size() == 2);
}

}  // namespace fit_test

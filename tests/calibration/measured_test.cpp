// SPDX-License-Identifier: Apache-2.0
// Fits to measured times: those of experiments/calibration/data. The README there says where they come from.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "fsin/calibration/baselines.hpp"
#include "fsin/calibration/fit.hpp"
#include "fsin/calibration/formats.hpp"
#include "fsin/calibration/points.hpp"

namespace measured_test {

using namespace fsin;
using namespace fsin::calibration;

namespace {

std::vector<Point> points_in(const std::string& name) {
  Diagnostics diagnostics;
  std::vector<Measurements> all;
  auto one =
      read_file(InputPath(std::string(FSIN_SOURCE_DIR "/experiments/calibration/data/") + name), {}, diagnostics);
  REQUIRE_MESSAGE(one, diagnostics.text());
  all.push_back(std::move(*one));
  return points_of(all, diagnostics);
}

}  // namespace

TEST_CASE("measured times are fitted within 5 % on average and 20 % at worst") {
  for (const char* name : {"mpich-shm.csv", "mpich-tcp.csv", "mpich-ucx-posix.csv", "osu_latency.txt",
                           "imb_pingpong.txt", "np.out", "skampi.txt"}) {
    CAPTURE(name);
    const std::vector<Point> points = points_in(name);
    const PiecewiseFit fit = piecewise_fit(points, {}, 12);
    CHECK(fit.judged().fitted.mean < 0.05);
    CHECK(fit.judged().fitted.worst < 0.20);
    const auto baselines = baselines_of(points, {});
    CHECK(fit.judged().fitted.mean < baselines[0].errors.mean);
    CHECK(baselines[0].errors.mean < baselines[1].errors.mean);
  }
}

TEST_CASE("sizes that were held out of dense measurements are predicted as well, but beside a jump") {
  for (const char* name : {"mpich-shm.csv", "mpich-tcp.csv", "mpich-ucx-posix.csv", "np.out", "skampi.txt"}) {
    CAPTURE(name);
    const PiecewiseFit fit = piecewise_fit(points_in(name), {}, 12);
    CHECK(fit.judged().inside.mean < 0.05);
    CHECK(fit.judged().inside.worst < 0.20);
  }
  for (const char* name : {"mpich-shm.csv", "mpich-ucx-posix.csv", "np.out"}) {
    CAPTURE(name);
    CHECK(piecewise_fit(points_in(name), {}, 12).judged().held_out.mean < 0.05);
  }
}

}  // namespace measured_test

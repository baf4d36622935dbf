// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/loggps.hpp"

#include <doctest/doctest.h>

#include "fsin/calibration/fit.hpp"
#include "tests/calibration/made_points.hpp"

namespace loggps_test {

using namespace fsin::calibration;
using namespace fsin::calibration::testing;

TEST_CASE("L + 2 o, G and the size up to which nothing is announced come back from times of LogGPS") {
  const Loggps known{4000, 0.5, 8192, 0};
  const Loggps found = fit_loggps(points_from(known, usual_sizes(1U << 22U)), true);
  CHECK(found.base_ns == doctest::Approx(4000).epsilon(1e-3));
  CHECK(found.byte_ns == doctest::Approx(0.5).epsilon(1e-3));
  REQUIRE(found.eager);
  CHECK(*found.eager == 8192);
  CHECK(found.next == 12'288);
}

TEST_CASE("without a jump no message is announced, even where times scatter") {
  const Loggps known{4000, 0.5, std::nullopt, 0};
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    const LoggpsFit fit = loggps_fit(points_from(known, usual_sizes(1U << 22U), 0.05, seed));
    CHECK_FALSE(fit.model.eager);
    CHECK(fit.judged.fitted.mean < 0.05);
  }
}

TEST_CASE("the time of a message follows the formula of the model") {
  const Loggps model{1000, 2, 100, 0};
  CHECK(model.ns(0) == 1000);
  CHECK(model.ns(1) == 1000);
  CHECK(model.ns(100) == 1198);
  CHECK(model.ns(101) == 3200);
}

}  // namespace loggps_test

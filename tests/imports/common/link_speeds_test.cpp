// SPDX-License-Identifier: Apache-2.0
// Bandwidths as whole parts of one.
#include "fsin/imports/common/link_speeds.hpp"

#include <doctest/doctest.h>

#include <array>

namespace link_speeds_test {

using namespace fsin::imports;

TEST_CASE("equal speeds are the base, and speeds of a simple ratio are met exactly") {
  CHECK(fit_speeds(std::array<std::uint64_t, 2>{100, 100}).base == 100);
  const LinkSpeeds made = fit_speeds(std::array<std::uint64_t, 2>{300, 200});
  CHECK(made.base == 600);
  CHECK(made.rates == std::vector<std::uint64_t>{300, 200});
}

TEST_CASE("a speed that is not met exactly is told with what is simulated") {
  Draft draft;
  set_speeds(draft, fsin::Mark("file", 3, 2), std::array<std::uint64_t, 2>{5'250'000'000, 4'700'000'000}, "both");
  REQUIRE(draft.left_out().size() == 1);
  CHECK(draft.left_out()[0].find("file:3:2: links of 4700 Mb/s: simulated as") == 0);
  CHECK(draft.yaml({}).find("bandwidth_by_class: [5250 Mb/s, ") != std::string::npos);
}

TEST_CASE("a phit is the largest divisor of the packet within its bound") {
  CHECK(phit_of(4096) == 64);
  CHECK(phit_of(1000) == 50);
  CHECK(phit_of(13) == 13);
  CHECK(phit_of(67) == 1);
}

}  // namespace link_speeds_test

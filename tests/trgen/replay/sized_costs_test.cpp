// SPDX-License-Identifier: Apache-2.0
// Costs of calls by the bytes of their message.
#include "trgen/replay/ranks/sized_costs.hpp"

#include <doctest/doctest.h>

namespace sized_costs_test {

using trgen::replay::SizedCosts;

TEST_CASE("a section of costs holds for more than its bytes, the first one for fewer, too") {
  const auto costs = SizedCosts::parse("1000:2e-6:1e-9;100:1e-6:0", 1e9);
  REQUIRE(costs);
  CHECK(costs->cycles(0) == 1000);
  CHECK(costs->cycles(100) == 1000);
  CHECK(costs->cycles(1000) == 1000);
  CHECK(costs->cycles(1001) == 3001);
  CHECK(SizedCosts::parse("0:1.5e-9:0", 1e9)->cycles(8) == 2);  // rounded up
  CHECK(SizedCosts().cycles(8) == 0);
}

TEST_CASE("what is no costs by size is refused") {
  for (const char* text : {"", ";", "0", "0:1", "0:1:", "0:1:2:3", "-1:1:1", "0:-1:1", "0:1:-1", "0:nan:1", "0:1e9:1",
                           "a:1:1", "0:1:1;;1:1:1"}) {
    CAPTURE(text);
    CHECK_FALSE(SizedCosts::parse(text, 1e9));
  }
  CHECK(SizedCosts::parse("0:1:1;", 1e9));
}

}  // namespace sized_costs_test

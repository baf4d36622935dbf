// SPDX-License-Identifier: Apache-2.0
// Every closed form holds, with both engines.
#include <doctest/doctest.h>

#include "tests/model/checks.hpp"
#include "tests/share_of_cases.hpp"

namespace closed_forms_test {

namespace {

using model::Checks;
using model::EngineKind;

void demand(const Checks& checks) {
  REQUIRE_FALSE(checks.empty());
  for (const model::Check& check : checks) {
    INFO(check.what << ": expected " << check.expected << ", measured " << check.measured);
    CHECK(check.holds);
  }
}

void demand_of_both(Checks (*family)(EngineKind)) {
  fsin::test::ShareOfCases share;
  if (share.takes_next()) {
    SUBCASE("event") { demand(family(EngineKind::event)); }
  }
  if (share.takes_next()) {
    SUBCASE("reference") { demand(family(EngineKind::reference)); }
  }
}

}  // namespace

TEST_CASE("a lone packet takes (D+1) r + D (1+w) + L - 1 cycles between every pair of nodes") {
  demand_of_both(model::zero_load_latency);
}

TEST_CASE("a message of M packets takes D + M L - 1 cycles") { demand_of_both(model::message_latency); }

TEST_CASE("waiting in front of a link, one server for all and Little's law hold within 1%") {
  demand_of_both(model::queueing);
}

TEST_CASE("channels carry what the enumeration of dimension-order paths says") { demand_of_both(model::channel_loads); }

TEST_CASE("rings lock up without a bubble and carry what the original carried with one") {
  demand_of_both(model::deadlock);
}

TEST_CASE("under load paths are minimal, books balance and flows keep their order") {
  demand_of_both(model::invariants);
}

TEST_CASE("average distance and diameter of built networks equal their closed forms") { demand(model::distances()); }

}  // namespace closed_forms_test

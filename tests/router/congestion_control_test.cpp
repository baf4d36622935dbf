// SPDX-License-Identifier: Apache-2.0
// What each congestion control asks for.
#include <doctest/doctest.h>

#include "fsin/router/congestion_control_catalogue.hpp"

namespace congestion_control_test {

namespace {

using namespace fsin::router;

bool asks_for_nothing(const CongestionRule& rule) {
  return rule.transit_priority == 0 && rule.own_slots == 0 && rule.patience == 0 && rule.count_every == 0;
}

}  // namespace

TEST_CASE("no congestion control asks for nothing, and each other one for something") {
  CHECK(asks_for_nothing(rule_of(CongestionControls::variant{})));
  CongestionControls::for_each([](const auto& control) {
    CAPTURE(control.name);
    CHECK(asks_for_nothing(control.rule()) == (control.name == NoCongestionControl::name));
  });
}

TEST_CASE("a router with a time-out of few cycles is calm only once nobody waits") {
  Timeout timeout;
  timeout.cycles = 40;
  CHECK(timeout.rule().patience == 40);
  CHECK(timeout.rule().calm == 30);
  timeout.cycles = 1;
  CHECK(timeout.rule().calm == 1);
}

}  // namespace congestion_control_test

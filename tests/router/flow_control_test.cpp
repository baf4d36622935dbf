// SPDX-License-Identifier: Apache-2.0
// What each flow control asks of the queues where a packet enters a ring.
#include <doctest/doctest.h>

#include "fsin/router/flow_control_catalogue.hpp"

namespace flow_control_test {

namespace {

using namespace fsin;
using router::BubbleTest;

router::EntrySlots entry(router::FlowControl flow, const router::BubbleSetup& bubble) {
  return router::FlowControls::with(flow, [&](const auto& policy) { return policy.entry(bubble); });
}

}  // namespace

TEST_CASE("a bubble is counted here, or in the next queue where links have a delay or the test says so") {
  const auto bubble = [](BubbleTest test, unsigned link_delay) {
    return entry(router::flow_control<router::Bubble>, {3, test, link_delay});
  };
  CHECK(bubble(BubbleTest::automatic, 0).local == 3);
  CHECK(bubble(BubbleTest::automatic, 0).target == 0);
  CHECK(bubble(BubbleTest::automatic, 5).local == 0);
  CHECK(bubble(BubbleTest::automatic, 5).target == 3);
  CHECK(bubble(BubbleTest::local, 0).local == 3);
  CHECK(bubble(BubbleTest::target, 0).target == 3);
}

TEST_CASE("flow controls that keep no ring open ask for no slots but the packet's own") {
  for (const auto& row : router::FlowControls::names) {
    const router::FlowTraits traits = router::traits_of(row.value);
    CAPTURE(row.name);
    CHECK(traits.name == row.name);
    const router::EntrySlots slots = entry(row.value, {2, BubbleTest::automatic, 0});
    CHECK((slots.local != 0 || slots.target != 0) == (traits.rings == router::Rings::kept_open));
  }
}

}  // namespace flow_control_test

// SPDX-License-Identifier: Apache-2.0
// Dragonflies with deep queues saturate below what their busiest link allows, and within 12% of it.
#include <doctest/doctest.h>

#include "tests/model/dragonfly_bounds.hpp"

using namespace model;
using namespace fsin;

TEST_CASE("oblivious routings of a dragonfly carry 88% of what the busiest link allows, and not more than all") {
  std::vector<BoundCase> cases = oblivious_cases(2, 0.5547, 0.5379);
  for (const BoundCase& larger : oblivious_cases(3, 0.5262, 0.5190)) {
    if (larger.pattern == "ADV+3") cases.push_back(larger);
  }
  for (const BoundCase& each : cases) {
    INFO(each.routing << ", " << each.pattern << ", bound " << each.bound);
    const Network network = make_network(each.design);
    CHECK(carried(network, each.load, 0.88 * each.bound) > 0.985 * 0.88 * each.bound);
    CHECK(carried(network, each.load, 1.1 * each.bound) < 0.985 * 1.1 * each.bound);
  }
}

TEST_CASE("adaptive routings carry several times what minimal routing carries of a group shift") {
  const double minimal = 1 / 8.0;
  // Detours of a group do not use its one link to the group of the destination, which minimal packets use.
  const double most = 7 / 16.0 + minimal;
  for (const Design& design : {deep_dragonfly(2, over<routing::DragonflyUgalParams>(DragonflyVia::router), 8),
                               deep_dragonfly(2, over<routing::DragonflyParParams>(DragonflyVia::router), 10)}) {
    const double all = carried(make_network(design), group_shift(2, 2), 1);
    CHECK(all > 2.5 * minimal);
    CHECK(all < most);
  }
}

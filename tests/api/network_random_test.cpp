// SPDX-License-Identifier: Apache-2.0
// Hosts at random, under models and networks at random: the event engine against the reference, to the cycle.
#include <doctest/doctest.h>

#include <vector>

#include "tests/api/random_host.hpp"

namespace network_random_test {

using namespace random_host;

TEST_CASE("a host that answers by a rule gets the same deliveries from the event engine and the reference, 500 times") {
  const auto nothing = [](const fsin::Network&) {};
  for (std::uint64_t number = 0; number < 500; ++number) {
    const Rule rule{number};
    CAPTURE(number);
    const std::vector<Delivered> event = play(experiment_of(rule), rule, "event", nothing);
    REQUIRE(event.size() > 1);
    REQUIRE(event == play(experiment_of(rule), rule, "reference", nothing));
  }
}

}  // namespace network_random_test

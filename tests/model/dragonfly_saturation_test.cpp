// SPDX-License-Identifier: Apache-2.0
// Dragonflies with deep queues: oblivious routings saturate below what their busiest link allows, and within 12% of it;
// adaptive ones lie between minimal and Valiant's.
#include <doctest/doctest.h>

#include <string>

#include "tests/model/bounds.hpp"
#include "tests/model/dragonfly_loads.hpp"

namespace dragonfly_saturation_test {

namespace {

using model::DragonflyRouting;

struct Figures {
  double accepted = 0;
  double latency = 0;
};

/// By the place in dragonfly_routings().
std::vector<Figures> figures(unsigned shift, double offered) {
  std::vector<Figures> all;
  for (const DragonflyRouting& each : model::dragonfly_routings()) {
    const auto [network, totals] = model::run_dragonfly(each.design, shift, offered, 6000);
    all.push_back({model::accepted(network, totals), totals.latency.mean()});
  }
  return all;
}

constexpr std::size_t minimal = 0, valiant = 1, ugal_l = 2, ugal_g = 3, par = 4;

}  // namespace

TEST_CASE("the bounds of the busiest link that are known of dragonflies of 72 and of 342 nodes are found") {
  const auto bound = [](const std::string& network, const std::string& routing, const std::string& pattern) {
    for (const model::BoundCase& each : model::dragonfly_bounds()) {
      if (each.network == network && each.routing == routing && each.pattern == pattern) return each.bound;
    }
    return 0.0;
  };
  const std::string small = "dragonfly (2, 4, 2)", large = "dragonfly (3, 6, 3)";
  const std::string group = "Valiant, via group", router = "Valiant, via router", any = "Valiant, via any-group";
  const auto is = [](double value) { return doctest::Approx(value).epsilon(1e-4); };
  CHECK(bound(small, "minimal", "uniform") == is(1));
  CHECK(bound(small, group, "uniform") == is(0.5547));
  CHECK(bound(small, router, "uniform") == is(0.5379));
  for (const std::string pattern : {"ADV+1", "ADV+2"}) {
    CHECK(bound(small, "minimal", pattern) == is(1 / 8.0));
    CHECK(bound(small, router, pattern) == is(7 / 16.0));
  }
  CHECK(bound(small, group, "ADV+1") == is(7 / 16.0));
  CHECK(bound(small, group, "ADV+2") == is(7 / 24.0));
  CHECK(bound(small, any, "uniform") == is(0.6240));
  CHECK(bound(small, any, "ADV+1") == is(9 / 16.0));
  CHECK(bound(large, "minimal", "ADV+3") == is(1 / 18.0));
  CHECK(bound(large, group, "ADV+3") == is(17 / 72.0));
  CHECK(bound(large, router, "ADV+3") == is(17 / 36.0));
}

TEST_CASE("oblivious routings of a dragonfly of 72 nodes accept 88% of what the busiest link allows, and not more") {
  for (const model::BoundCase& each : model::dragonfly_bounds()) {
    if (each.network != "dragonfly (2, 4, 2)") continue;
    const double rate = model::carried(each);
    INFO(each.routing << ", " << each.pattern << ": bound " << each.bound << ", accepted " << rate);
    CHECK(model::within_bound(each, rate));
  }
}

TEST_CASE("adaptive routings of a dragonfly carry of uniform load between Valiant's part and that of minimal routing") {
  const std::vector<Figures> full = figures(0, 1), light = figures(0, 0.1);
  for (const std::size_t adaptive : {ugal_l, ugal_g, par}) {
    INFO("routing " << adaptive);
    CHECK(full[adaptive].accepted > 1.05 * full[valiant].accepted);
    CHECK(full[adaptive].accepted < 1.01 * full[minimal].accepted);
    CHECK(light[adaptive].latency < light[valiant].latency);
    CHECK(light[adaptive].latency > 0.99 * light[minimal].latency);
  }
}

TEST_CASE("adaptive routings of a dragonfly carry as much of a shift to the next group as Valiant and the one link") {
  const std::vector<Figures> full = figures(1, 1), light = figures(1, 0.05);
  for (const std::size_t adaptive : {ugal_l, ugal_g, par}) {
    INFO("routing " << adaptive);
    CHECK(full[adaptive].accepted > full[valiant].accepted);
    CHECK(full[adaptive].accepted < 7 / 16.0 + 1 / 8.0);
    CHECK(light[adaptive].latency < light[valiant].latency);
  }
  CHECK(full[minimal].accepted < 0.126);
}

TEST_CASE("at medium load UGAL-L waits longer than Valiant before it leaves a full link, and UGAL-G and PAR do not") {
  for (const double offered : {0.15, 0.2, 0.25}) {
    const std::vector<Figures> medium = figures(1, offered);
    INFO("offered " << offered);
    CHECK(medium[ugal_l].latency > medium[valiant].latency);
    CHECK(medium[ugal_g].latency < medium[valiant].latency);
    CHECK(medium[par].latency < medium[valiant].latency);
  }
}

}  // namespace dragonfly_saturation_test

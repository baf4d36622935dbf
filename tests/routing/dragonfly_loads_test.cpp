// SPDX-License-Identifier: Apache-2.0
// What the busiest links of a dragonfly carry, enumerated over the built network and all draws of the routing, against
// closed forms: of the geometry for uniform load, and of the bounds that docs/validation.md has for group shifts.
#include <doctest/doctest.h>

#include <tuple>

#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "tests/routing/dragonfly_fixture.hpp"

namespace dragonfly_loads_test {

using namespace dragonfly_fixture;
using routing::DragonflyMinimalParams;
using routing::DragonflyValiantParams;
using routing::DragonflyVia;

namespace {

DragonflyValiantParams valiant(DragonflyVia via) {
  DragonflyValiantParams params;
  params.via = via;
  return params;
}

/// Of the detours of one group's packets with a relative wiring, how many most cross one local link of their group:
/// link u of the group of a detour comes from the source, u + offset leads to the destination, modulo g; both count
/// from the group's own place, which no link takes.
unsigned meeting(unsigned h, unsigned offset) {
  const unsigned a = 2 * h, g = a * h + 1;
  std::vector<unsigned> crossing(std::size_t{a} * a);
  unsigned most = 0;
  for (unsigned u = 0; u + 1 < g; ++u) {
    const unsigned v = (u + offset) % g;
    if (v + 1 == g) continue;  // the group of the destination
    if (u / h != v / h) most = std::max(most, ++crossing[u / h * a + v / h]);
  }
  return most;
}

/// The busiest local link of a group shift by Valiant over any group, relative wiring, in phits: the gates of a group
/// have h links each, of which one to the destination group and one from the source group carry two draws, not one.
double busiest_local_over_any(unsigned h, unsigned offset) {
  const unsigned a = 2 * h, g = a * h + 1, to_destination = (offset - 1) / h, from_source = (g - offset - 1) / h;
  std::vector<unsigned> crossing(std::size_t{a} * a);
  for (unsigned u = 0; u + 1 < g; ++u) {
    const unsigned v = (u + offset) % g;
    if (v + 1 != g) ++crossing[u / h * a + v / h];
  }
  double most = 0;
  for (unsigned u = 0; u < a; ++u) {
    for (unsigned v = 0; v < a; ++v) {
      if (u == v) continue;
      const unsigned leaving = h + (v == to_destination ? 1 : 0), arriving = h + (u == from_source ? 1 : 0);
      most = std::max(most, static_cast<double>(h * (leaving + arriving) + a * h * crossing[u * a + v]) / g);
    }
  }
  return most;
}

/// p = h, a = 2 h, one link between any two groups.
Topology balanced(unsigned h, Wiring wiring) { return DragonflyParams{h, 2 * h, h, wiring}.build(); }

}  // namespace

TEST_CASE("under uniform load the busiest link of each class carries what the geometry says, however many links") {
  for (const Wiring wiring : wirings) {
    for (const auto& [p, a, h, groups] : {std::tuple{2U, 4U, 2U, 0U},
                                          {2U, 4U, 2U, 2U},
                                          {1U, 4U, 2U, 3U},
                                          {1U, 4U, 2U, 4U},
                                          {2U, 4U, 2U, 5U},
                                          {1U, 3U, 3U, 7U},
                                          {1U, 3U, 3U, 6U},
                                          {1U, 2U, 3U, 4U},
                                          {1U, 5U, 1U, 5U},
                                          {1U, 4U, 4U, 6U}}) {
      const Topology built = DragonflyParams{p, a, h, wiring, groups}.build();
      INFO(p << " " << a << " " << h << ", groups " << groups << ", wiring " << static_cast<int>(wiring));
      const std::vector<double> loads = busiest(DragonflyMinimalParams{}, built, uniform_flows(built));
      const topology::Distances closed = built.geometry->distances();
      REQUIRE(closed.class_loads.size() == 3);
      CHECK(closed.class_loads[0] == 1);
      CHECK(loads[1] == doctest::Approx(closed.class_loads[1]).epsilon(1e-9));
      CHECK(loads[2] == doctest::Approx(closed.class_loads[2]).epsilon(1e-9));
    }
  }
}

TEST_CASE("Valiant over a group, any group and over a router load links evenly under uniform load") {
  for (const Wiring wiring : wirings) {
    for (const unsigned h : {2U, 3U}) {
      if (h == 3 && wiring != Wiring::relative) continue;
      const Topology built = balanced(h, wiring);
      const double a = 2 * h, group = a * h, others = static_cast<double>(built.graph.nodes()) - 1;
      const double leaving = (others + 1 - group) / others, staying = (group - h) / others;
      // Links of a packet that leaves its group: 2 global ones; local ones in the groups of source, detour,
      // destination.
      const double ends = 2 * (a - 1) / a, across = 1 - (h - 1.0) / (a * h - 1);
      const double detours = (group - 1) / (group + 1);  // of those that draw among all groups
      for (const auto& [via, globals, locals] : {std::tuple{DragonflyVia::group, 2.0, ends + across},
                                                 {DragonflyVia::any_group, 1 + detours, ends + detours * across},
                                                 {DragonflyVia::router, 2.0, 2 * ends}}) {
        const std::vector<double> loads = busiest(valiant(via), built, uniform_flows(built));
        CHECK(loads[2] == doctest::Approx(globals * leaving).epsilon(1e-9));
        CHECK(loads[1] == doctest::Approx(h / (a - 1) * (staying + leaving * locals)).epsilon(1e-9));
      }
    }
  }
}

TEST_CASE("minimal routing carries a group shift on one link, whatever the offset") {
  for (const Wiring wiring : wirings) {
    for (const unsigned h : {2U, 3U}) {
      const Topology built = balanced(h, wiring);
      for (unsigned offset = 1; offset < shape(built).groups; ++offset) {
        const std::vector<double> loads = busiest(DragonflyMinimalParams{}, built, shifted_flows(built, offset));
        CHECK(loads[2] == doctest::Approx(2 * h * h));
        CHECK(loads[1] <= loads[2]);
      }
    }
  }
}

TEST_CASE("with several links between groups minimal routing spreads a group shift evenly over them") {
  for (const Wiring wiring : wirings) {
    for (const unsigned groups : {2U, 3U, 5U}) {
      const Topology built = DragonflyParams{2, 4, 2, wiring, groups}.build();
      const double links = 8.0 / (groups - 1);
      for (unsigned offset = 1; offset < groups; ++offset) {
        const std::vector<double> loads = busiest(DragonflyMinimalParams{}, built, shifted_flows(built, offset));
        CHECK(loads[2] == doctest::Approx(8 / links));
      }
    }
  }
}

TEST_CASE("a group shift by h meets on local links with Valiant over a group, and not with Valiant over a router") {
  for (const Wiring wiring : {Wiring::relative, Wiring::absolute}) {
    for (const unsigned h : {2U, 3U}) {
      const Topology built = balanced(h, wiring);
      const unsigned g = shape(built).groups;
      const double of_global = 2.0 * (g - 1) / (g - 2);
      for (unsigned offset = 1; offset < g; ++offset) {
        INFO("h " << h << ", offset " << offset << ", wiring " << static_cast<int>(wiring));
        const std::vector<double> over_group =
            busiest(valiant(DragonflyVia::group), built, shifted_flows(built, offset));
        CHECK(over_group[2] == doctest::Approx(of_global).epsilon(1e-9));
        const unsigned most = meeting(h, offset);
        CHECK(over_group[1] == doctest::Approx((g - 1.0) / (g - 2) * (most + 1)).epsilon(1e-9));
        CHECK(most == (offset % h == 0 || (offset - 1) % h == 0 ? std::min({offset, g - offset, h}) : h - 1));
        if (offset != 1 && offset != h) continue;
        const std::vector<double> over_router =
            busiest(valiant(DragonflyVia::router), built, shifted_flows(built, offset));
        CHECK(over_router[2] == doctest::Approx(of_global).epsilon(1e-9));
        CHECK(over_router[1] <= over_router[2] * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE("drawn among all groups, detours load the minimal link of a group shift as much as every other global one") {
  for (const unsigned h : {2U, 3U}) {
    for (const Wiring wiring : wirings) {
      const Topology built = balanced(h, wiring);
      const unsigned g = shape(built).groups;
      for (unsigned offset = 1; offset < g; offset += wiring == Wiring::relative ? 1 : 5) {
        INFO("h " << h << ", offset " << offset << ", wiring " << static_cast<int>(wiring));
        const std::vector<double> loads =
            busiest(valiant(DragonflyVia::any_group), built, shifted_flows(built, offset));
        CHECK(loads[2] == doctest::Approx(2.0 * (g - 1) / g).epsilon(1e-9));
        if (wiring == Wiring::relative) {
          CHECK(loads[1] == doctest::Approx(busiest_local_over_any(h, offset)).epsilon(1e-9));
        }
      }
    }
  }
}

}  // namespace dragonfly_loads_test

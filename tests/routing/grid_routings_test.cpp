// SPDX-License-Identifier: Apache-2.0
// Every routing of tori and meshes: whether it reaches every pair, on ways no longer than it says, asks for nothing but
// its candidates, and is free of deadlock with as many channels as it says and, where known, not with fewer.
#include <doctest/doctest.h>

#include <map>

#include "fsin/routing/algorithms/adaptive.hpp"
#include "fsin/routing/algorithms/dor.hpp"
#include "fsin/routing/algorithms/grid_valiant.hpp"
#include "fsin/routing/algorithms/o1turn.hpp"
#include "fsin/routing/algorithms/turn_model.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/routing/state_search.hpp"

namespace grid_routings_test {

namespace {

using namespace fsin;
using routing::Dateline;
using routing::Orders;
using routing::Turns;
using routing::Within;

struct Grid {
  topology::Topology topology;
  const topology::Cartesian& geometry() const { return *topology::as<topology::Cartesian>(*topology.geometry); }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(topology.graph.nodes()); }
};

Grid torus(const std::vector<unsigned>& dims, bool both_ways = true) {
  return {topology::TorusParams{dims, both_ways}.build()};
}
Grid mesh(const std::vector<unsigned>& dims) { return {topology::MeshParams{dims}.build()}; }

template <class Family>
routing::Setup<typename Family::Geometry> setup(const Grid& grid, const Family&, unsigned vcs,
                                                std::optional<router::FlowControl> flow) {
  const router::FlowControl in_force = flow.value_or(Family::flow_control(grid.geometry()));
  return {grid.geometry(), &grid.topology.graph, vcs, flow, in_force};
}

constexpr auto dateline = router::flow_control<router::Dateline>;
constexpr auto none = router::flow_control<router::NoFlowControl>;

/// Every way of all pairs; `most` links from s to d at most.
template <class Family, class Most>
void check_ways(const Grid& grid, const Family& family, unsigned vcs, std::optional<router::FlowControl> flow,
                Most most) {
  with_algorithm(family, setup(grid, family, vcs, flow), [&](const auto& algorithm) {
    routing_tests::StateSearch search(algorithm, grid.topology, vcs);
    for (std::uint32_t d = 0; d < grid.nodes(); ++d) {
      for (std::uint32_t s = 0; s < grid.nodes(); ++s) {
        if (s != d) REQUIRE(search.from(s, d).longest <= most(NodeId(s), NodeId(d)));
      }
    }
  });
}

template <class Family>
void check_minimal(const Grid& grid, const Family& family, unsigned vcs,
                   std::optional<router::FlowControl> flow = std::nullopt) {
  check_ways(grid, family, vcs, flow, [&](NodeId s, NodeId d) { return grid.geometry().distance(s, d); });
}

template <class Family>
bool can_deadlock(const Grid& grid, const Family& family, unsigned vcs, router::FlowControl flow) {
  return with_algorithm(family, setup(grid, family, vcs, flow), [&](const auto& algorithm) {
    routing_tests::StateSearch search(algorithm, grid.topology, vcs);
    for (std::uint32_t d = 0; d < grid.nodes(); ++d) {
      for (std::uint32_t s = 0; s < grid.nodes(); ++s) {
        if (s != d) search.from(s, d);
      }
    }
    return search.waits().can_deadlock();
  });
}

template <class Family, class Value>
Family with(Value Family::*member, Value value) {
  Family family;
  family.*member = value;
  return family;
}
routing::GridValiantParams valiant(Within within) { return with(&routing::GridValiantParams::within, within); }
routing::OneTurnParams o1turn(Orders orders) { return with(&routing::OneTurnParams::orders, orders); }
routing::TurnModelParams turn_model(Turns model) { return with(&routing::TurnModelParams::model, model); }
routing::DorParams dor(Dateline rule) { return with(&routing::DorParams::dateline, rule); }
routing::AdaptiveParams adaptive(Dateline rule) {
  routing::AdaptiveParams params;
  params.select = routing::selection<routing::RandomSelection>;
  params.dateline = rule;
  return params;
}

}  // namespace

TEST_CASE("Valiant's way leads everywhere, no longer than two diameters, and through a quadrant it is minimal") {
  for (const Grid& grid : {torus({4, 4}), torus({5, 3}), torus({4, 3}, false), mesh({4, 3}), mesh({2, 3, 2})}) {
    const unsigned diameter = grid.geometry().distances().diameter;
    check_ways(grid, valiant(Within::network), 2, {}, [&](NodeId, NodeId) { return 2 * diameter; });
    check_ways(grid, valiant(Within::network), 1, none, [&](NodeId, NodeId) { return 2 * diameter; });
    check_minimal(grid, valiant(Within::quadrant), 3);
  }
  check_minimal(torus({4, 6}), valiant(Within::quadrant), 4, dateline);
}

TEST_CASE("each intermediate node of Valiant's is as likely as any other, in a quadrant too") {
  const Grid grid = torus({4, 5});
  const auto equally_likely = [&](Within within, std::uint32_t destination) {
    std::map<std::uint32_t, double> chance;
    with_algorithm(valiant(within), setup(grid, valiant(within), 2, {}), [&](const auto& algorithm) {
      routing_tests::Outcomes outcomes;
      do {
        const auto state = algorithm.start(0, destination, routing_tests::EnteringOutcomes(outcomes));
        chance[state.via] += outcomes.probability();
      } while (outcomes.next());
    });
    for (const auto& [via, each] : chance) CHECK(each == doctest::Approx(chance.begin()->second));
    return chance.size();
  };
  CHECK(equally_likely(Within::network, 7) == grid.nodes());
  CHECK(equally_likely(Within::quadrant, 4 * 2 + 1) == 6);
}

TEST_CASE("every order of dimensions is minimal") {
  for (const Orders orders : {Orders::two, Orders::rotations, Orders::all}) {
    for (const Grid& grid : {torus({4, 4}), mesh({4, 3}), torus({2, 3, 4}), mesh({3, 2, 2, 2}), torus({5})}) {
      check_minimal(grid, o1turn(orders), 1, none);
      check_minimal(grid, o1turn(orders), 6);
    }
    check_minimal(torus({4, 4}), o1turn(orders), 4, dateline);
  }
}

TEST_CASE("every turn model is minimal") {
  for (const Turns model : {Turns::west_first, Turns::negative_first, Turns::north_last, Turns::all_turns}) {
    for (const Grid& grid : {mesh({4, 4}), mesh({5, 2}), mesh({3, 2, 3}), mesh({6})}) {
      check_minimal(grid, turn_model(model), 1);
      check_minimal(grid, turn_model(model), 3);
    }
  }
  check_minimal(mesh({5, 5}), turn_model(Turns::odd_even), 1);
  check_minimal(mesh({6, 4}), turn_model(Turns::odd_even), 2);
}

TEST_CASE("every rule of datelines is minimal") {
  for (const Dateline rule : {Dateline::basic, Dateline::trc, Dateline::improved, Dateline::textbook}) {
    for (const Grid& grid : {torus({4, 4}), torus({5, 2}), torus({5, 3}, false), torus({3, 2, 4})}) {
      check_minimal(grid, dor(rule), 2, dateline);
      check_minimal(grid, dor(rule), 4, dateline);
    }
  }
  check_minimal(torus({4, 5}), adaptive(Dateline::improved), 3, dateline);
}

TEST_CASE("turn models need one channel, and with every turn a mesh deadlocks") {
  for (const Turns model : {Turns::west_first, Turns::negative_first, Turns::north_last}) {
    CHECK_FALSE(can_deadlock(mesh({4, 4}), turn_model(model), 1, none));
    CHECK_FALSE(can_deadlock(mesh({3, 3, 3}), turn_model(model), 1, none));
    CHECK_FALSE(can_deadlock(mesh({3, 3}), turn_model(model), 2, none));
  }
  CHECK_FALSE(can_deadlock(mesh({5, 5}), turn_model(Turns::odd_even), 1, none));
  CHECK_FALSE(can_deadlock(mesh({6, 5}), turn_model(Turns::odd_even), 2, none));
  CHECK(can_deadlock(mesh({4, 4}), turn_model(Turns::all_turns), 1, none));
  CHECK(can_deadlock(mesh({4, 4}), turn_model(Turns::all_turns), 2, none));
}

TEST_CASE("o1turn on a mesh needs a channel for each order") {
  CHECK(can_deadlock(mesh({4, 4}), o1turn(Orders::two), 1, none));
  CHECK_FALSE(can_deadlock(mesh({4, 4}), o1turn(Orders::two), 2, none));
  CHECK_FALSE(can_deadlock(mesh({3, 3, 3}), o1turn(Orders::rotations), 3, none));
  CHECK(can_deadlock(mesh({3, 3, 3}), o1turn(Orders::rotations), 2, none));
  CHECK_FALSE(can_deadlock(mesh({3, 3, 3}), o1turn(Orders::all), 6, none));
  CHECK(can_deadlock(torus({5, 5}), o1turn(Orders::two), 2, dateline));
  CHECK_FALSE(can_deadlock(torus({5, 5}), o1turn(Orders::two), 4, dateline));
}

TEST_CASE("two phases need two classes of channels") {
  for (const Within within : {Within::network, Within::quadrant}) {
    CHECK(can_deadlock(mesh({4, 4}), valiant(within), 1, none));
    CHECK_FALSE(can_deadlock(mesh({4, 4}), valiant(within), 2, none));
    CHECK(can_deadlock(torus({5, 5}), valiant(within), 2, dateline));
    CHECK_FALSE(can_deadlock(torus({5, 5}), valiant(within), 4, dateline));
    CHECK(can_deadlock(torus({5, 5}), valiant(within), 2, none));
  }
}

TEST_CASE("one pair of channels is enough for every rule of datelines, one channel or two without a rule are not") {
  for (const Dateline rule : {Dateline::basic, Dateline::trc, Dateline::improved, Dateline::textbook}) {
    CHECK_FALSE(can_deadlock(torus({8}), dor(rule), 2, dateline));
    CHECK_FALSE(can_deadlock(torus({5, 5}), dor(rule), 2, dateline));
    CHECK_FALSE(can_deadlock(torus({5, 4}, false), dor(rule), 2, dateline));
    CHECK_FALSE(can_deadlock(torus({3, 4}), dor(rule), 4, dateline));
  }
  CHECK(can_deadlock(torus({8}), dor(Dateline::basic), 2, none));
  CHECK_FALSE(can_deadlock(torus({5, 5}), adaptive(Dateline::basic), 3, dateline));
  CHECK_FALSE(can_deadlock(torus({5, 5}), adaptive(Dateline::improved), 3, dateline));
  CHECK(can_deadlock(torus({5, 5}), adaptive(Dateline::basic), 2, none));
}

}  // namespace grid_routings_test

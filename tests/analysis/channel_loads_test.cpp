// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/channel_loads.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "fsin/engine/families.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/algorithms/dragonfly_valiant.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/routing/hyperx_oblivious.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "fsin/topology/switches/slim_fly.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/hyperx_loads.hpp"
#include "tests/model/minimal_loads.hpp"
#include "tests/routing/every_way.hpp"

namespace channel_loads_test {

using namespace fsin;
using analysis::channel_loads;
using analysis::ChannelLoads;
using analysis::Demand;
using analysis::Flow;
using analysis::Freedom;

namespace {

struct Case {
  engine::Design design;
  topology::Topology built;

  template <class Topology, class Routing>
  Case(const Topology& topology, const Routing& routing, unsigned vcs) : built(topology.build()) {
    design.topology = topology;
    design.routing = routing;
    design.router.virtual_channels = vcs;
  }
  ChannelLoads loads(const Demand& demand, const analysis::LoadBudget& budget = {}) const {
    return channel_loads(design, built, demand, budget);
  }
  ChannelLoads uniform() const { return loads({.uniform = true, .flows = {}, .senders = nodes()}); }
  double nodes() const { return static_cast<double>(built.graph.nodes()); }
  /// Uniform traffic as a list, which no symmetry shortens.
  ChannelLoads uniform_listed() const {
    Demand demand;
    const auto count = static_cast<std::uint32_t>(built.graph.nodes());
    for (std::uint32_t to = 0; to < count; ++to) {
      for (std::uint32_t from = 0; from < count; ++from) {
        if (from != to) demand.flows.push_back({from, to, 1 / (nodes() - 1)});
      }
    }
    return loads(demand);
  }
  /// Each node sends to one other.
  template <class Target>
  ChannelLoads fixed(Target target) const {
    Demand demand;
    for (std::uint32_t from = 0; from < built.graph.nodes(); ++from) demand.flows.push_back({from, target(from), 1});
    std::stable_sort(demand.flows.begin(), demand.flows.end(),
                     [](const Flow& one, const Flow& other) { return one.destination < other.destination; });
    return loads(demand);
  }
};

double most(const ChannelLoads& loads) { return *std::max_element(loads.links.begin(), loads.links.end()); }

double sum(const ChannelLoads& loads) {
  double sum = 0;
  for (const double load : loads.links) sum += load;
  return sum;
}

void check_equal(const ChannelLoads& one, const ChannelLoads& other) {
  REQUIRE(one.known());
  REQUIRE(other.known());
  REQUIRE(one.links.size() == other.links.size());
  for (std::size_t i = 0; i < one.links.size(); ++i) CHECK(one.links[i] == doctest::Approx(other.links[i]));
}

}  // namespace

TEST_CASE("uniform load of grids in dimension order is what their closed forms say, and packets travel the distance") {
  for (const std::vector<unsigned>& dims : {std::vector<unsigned>{8, 8}, {5}, {4, 3, 2}, {7, 3}}) {
    for (const unsigned vcs : {1U, 3U}) {
      const Case torus(topology::TorusParams{.dims = dims}, routing::DorParams{}, vcs);
      const Case mesh(topology::MeshParams{.dims = dims}, routing::DorParams{}, vcs);
      for (const Case* each : {&torus, &mesh}) {
        const ChannelLoads loads = each->uniform();
        const topology::Distances known = each->built.geometry->distances();
        REQUIRE(loads.known());
        CHECK(loads.freedom == Freedom::drawn_once);
        CHECK(most(loads) == doctest::Approx(known.channel_load));
        CHECK(sum(loads) == doctest::Approx(each->nodes() * known.average));
      }
    }
  }
}

TEST_CASE("folding a network by its symmetries changes no load") {
  const Case torus(topology::TorusParams{.dims = {4, 6}}, routing::DorParams{}, 2);
  check_equal(torus.uniform(), torus.uniform_listed());
  const Case dragonfly(topology::DragonflyParams{2, 4, 2}, routing::DragonflyMinimalParams{}, 2);
  check_equal(dragonfly.uniform(), dragonfly.uniform_listed());
  const Case tree(topology::FatTreeParams{.k = 3, .n = 2}, routing::UpDownParams{.ascent = routing::Ascent::d_mod_k},
                  1);
  check_equal(tree.uniform(), tree.uniform_listed());
}

TEST_CASE("loads of a HyperX are those of every way walked by its coordinates, dimension order and Valiant's") {
  for (const topology::HyperXParams& shape :
       {topology::HyperXParams{{4, 4}, 4, {1}}, {{3, 4}, 2, {1, 2}}, {{3, 3, 3}, 1, {1}}}) {
    for (const bool valiant : {false, true}) {
      const Case each(
          shape, routing::HyperXObliviousParams{{}, valiant ? routing::HyperXPath::valiant : routing::HyperXPath::dor},
          2);
      model::HyperXLoads walked(shape);
      const double share = 1 / (each.nodes() - 1);
      if (valiant) {
        walked.all_pairs_by_any_switch(share);
      } else {
        walked.all_pairs(share);
      }
      const ChannelLoads loads = each.uniform();
      REQUIRE(loads.known());
      double between = 0;
      for (std::uint32_t router = 0; router < each.built.graph.routers(); ++router) {
        for (unsigned port = 0; port < each.built.graph.ports(); ++port) {
          const topology::Link link = each.built.graph.next(RouterId(router), port);
          if (!link.exists() || each.built.geometry->link_class(RouterId(router), port) == 0) continue;
          between = std::max(between, loads.links[router * each.built.graph.ports() + port]);
        }
      }
      CHECK(between == doctest::Approx(walked.most()));
    }
  }
}

TEST_CASE("tornado on a ring, transpose on a mesh: the loads of the textbook") {
  const Case ring(topology::TorusParams{.dims = {8}}, routing::DorParams{}, 1);
  const ChannelLoads tornado = ring.fixed([](std::uint32_t from) { return (from + 3) % 8; });
  CHECK(most(tornado) == doctest::Approx(3));
  CHECK(tornado.links[1] == 0);  // none against the rotation
  CHECK(tornado.arrive[5] == doctest::Approx(1));
  const Case mesh(topology::MeshParams{.dims = {6, 6}}, routing::DorParams{}, 1);
  const ChannelLoads transpose = mesh.fixed([](std::uint32_t from) { return from % 6 * 6 + from / 6; });
  CHECK(most(transpose) == doctest::Approx(5));  // k - 1, beside the diagonal
  const Case half(topology::TorusParams{.dims = {8}}, routing::DorParams{}, 1);
  CHECK(most(half.fixed([](std::uint32_t from) { return (from + 4) % 8; })) == doctest::Approx(2));  // both ways alike
}

TEST_CASE("the freedom of a routing is seen by what it looks at") {
  using routing::PortChoice;
  const topology::FatTreeParams tree{.k = 4, .n = 2};
  const auto ascent = [&](routing::Ascent how) {
    return Case(tree, routing::UpDownParams{.ascent = how}, 2).uniform();
  };
  CHECK(ascent(routing::Ascent::d_mod_k).freedom == Freedom::drawn_once);
  CHECK(ascent(routing::Ascent::random).freedom == Freedom::drawn_again);
  CHECK_FALSE(ascent(routing::Ascent::adaptive).known());
  const auto shortest = [&](PortChoice choice) {
    routing::ShortestParams params;
    params.choice = choice;
    return Case(tree, params, 2).uniform();
  };
  CHECK(shortest(PortChoice::first).freedom == Freedom::drawn_once);
  CHECK(shortest(PortChoice::flow).freedom == Freedom::drawn_once);
  CHECK(shortest(PortChoice::packet).freedom == Freedom::drawn_again);
  CHECK_FALSE(shortest(PortChoice::adaptive).known());
  const ChannelLoads adaptive = Case(topology::TorusParams{.dims = {4, 4}}, routing::AdaptiveParams{}, 3).uniform();
  CHECK_FALSE(adaptive.known());
  CHECK(adaptive.left_out == "the routing looks at queues, so that loads follow from the traffic");
  CHECK_FALSE(Case(topology::DragonflyParams{2, 4, 2}, routing::DragonflyUgalParams{}, 3).uniform().known());
}

TEST_CASE("an even spread over shortest ways is what an enumeration of all of them gives") {
  routing::ShortestParams params;
  params.choice = routing::PortChoice::packet;
  const Case tree(topology::FatTreeParams{.k = 4, .n = 3}, params, 4);
  const ChannelLoads loads = tree.uniform();
  REQUIRE(loads.known());
  // Every link up of a stage carries the same: what leaves its subtree, divided by the links out of it.
  const double out_of_leaf = 4 * 60 / 63.0 / 4;
  double up = 0;
  for (std::uint32_t router = 64; router < 64 + 16; ++router) {
    for (unsigned port = 0; port < tree.built.graph.ports(); ++port) {
      const topology::Link link = tree.built.graph.next(RouterId(router), port);
      if (!link.exists() || link.router.index() < 64) continue;
      const double load = loads.links[router * tree.built.graph.ports() + port];
      CHECK(load == doctest::Approx(out_of_leaf));
      up += load;
    }
  }
  CHECK(up == doctest::Approx(64 * 60 / 63.0));
  // Slim Fly q = 5 has one shortest way between any two switches that are not neighbours.
  const Case slim(topology::SlimFlyParams{5, 4, 1}, params, 2);
  const ChannelLoads of_slim = slim.uniform();
  REQUIRE(of_slim.known());
  CHECK(most(of_slim) == doctest::Approx(model::minimal_loads(model::slim_fly(5), 4).most).epsilon(1e-9));
}

TEST_CASE("packets followed together put on each link what an enumeration of every single way does") {
  const Case dragonfly(topology::DragonflyParams{2, 4, 2}, routing::DragonflyValiantParams{}, 3);
  Demand demand;
  std::vector<routing_tests::Flow> flows;
  for (std::uint32_t to = 0; to < 72; to += 5) {
    for (std::uint32_t from = 1; from < 72; from += 7) {
      if (from == to) continue;
      demand.flows.push_back({from, to, 0.25});
      flows.push_back({from, to, 0.25});
    }
  }
  const ChannelLoads loads = dragonfly.loads(demand);
  REQUIRE(loads.known());
  const routing::DragonflyValiantParams valiant;
  const auto setup = engine::setup_of(valiant, dragonfly.design, *dragonfly.built.geometry, &dragonfly.built);
  REQUIRE(setup);
  const std::vector<double> enumerated = with_algorithm(valiant, *setup, [&](const auto& algorithm) {
    return routing_tests::link_loads(algorithm, 3, dragonfly.built, flows);
  });
  REQUIRE(loads.links.size() == enumerated.size());
  for (std::size_t i = 0; i < enumerated.size(); ++i) CHECK(loads.links[i] == doctest::Approx(enumerated[i]));
}

TEST_CASE("what takes too long is left out and says so") {
  const Case mesh(topology::MeshParams{.dims = {16, 16}}, routing::DorParams{}, 1);
  const auto with = [&](const analysis::LoadBudget& budget) {
    return mesh.loads({.uniform = true, .flows = {}, .senders = 256}, budget).left_out;
  };
  CHECK(with({.states = 1000}).find("more than 1000 states") != std::string::npos);
  CHECK(with({.steps = 1000}).find("1000 hops") != std::string::npos);
  CHECK(with({.links = 10}) == "there are more than 10 ports");
  CHECK(with({}).empty());
}

}  // namespace channel_loads_test

// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/diversity.hpp"

#include <doctest/doctest.h>

#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/faults/fault_plan.hpp"

namespace diversity_test {

using namespace fsin;
using analysis::Diversity;
using analysis::diversity_of;

namespace {

template <class Params>
Diversity of(const Params& params, const analysis::DiversityBudget& budget = {}) {
  const auto diversity = diversity_of(params.build(), budget);
  REQUIRE(diversity);
  return *diversity;
}

double factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }

/// The same figures from every router by itself: a geometry that knows of no symmetry.
struct NoSymmetry final : topology::Geometry {
  std::string port_name(unsigned) const override { return ""; }
  unsigned distance(NodeId, NodeId) const override { return 0; }
  topology::Distances distances() const override { return {}; }
  double links() const override { return 0; }
  void lay_out(topology::Drawing&) const override {}
};

}  // namespace

TEST_CASE("shortest ways of a grid are multinomials, of a hypercube factorials of the distance") {
  // Ring of 4: two ways to the node opposite, one to the others.
  CHECK(of(topology::TorusParams{.dims = {4}}).shortest_mean == doctest::Approx(4 / 3.0));
  // 3x3 mesh, from corner, edge and middle: sums of binomials by hand.
  const double corner = 1 + 1 + 1 + 1 + 2 + 3 + 3 + 6, edge = 1 + 1 + 1 + 2 + 2 + 1 + 3 + 3, middle = 4 * 1 + 4 * 2;
  const Diversity mesh = of(topology::MeshParams{.dims = {3, 3}});
  CHECK(mesh.shortest_mean == doctest::Approx((4 * corner + 4 * edge + middle) / (9 * 8)));
  CHECK(mesh.shortest_min == 1);
  double sum = 0, choose = 1;
  for (unsigned d = 1; d <= 5; ++d) {
    choose = choose * (5 - d + 1) / d;
    sum += choose * factorial(d);
  }
  CHECK(of(topology::HypercubeParams{5}).shortest_mean == doctest::Approx(sum / 31));
}

TEST_CASE("ways between the leaf switches of a fat-tree multiply with every stage") {
  const Diversity tree = of(topology::FatTreeParams{.k = 4, .n = 3});
  CHECK(tree.routers == 16);
  CHECK(tree.shortest_min == 4);
  CHECK(tree.shortest_mean == doctest::Approx((3 * 4 + 12 * 16) / 15.0));
  CHECK(tree.disjoint == 4U);
  const Diversity spines = of(topology::LeafSpineParams{4, 3, 2, 2, 1});  // two links from each leaf to each spine
  CHECK(spines.shortest_min == 12);
  CHECK(spines.disjoint == 6U);
}

TEST_CASE("a symmetric network has as many disjoint ways as a router has links, a mesh those of its corner") {
  CHECK(of(topology::TorusParams{.dims = {5, 4}}).disjoint == 4U);
  CHECK(of(topology::HypercubeParams{6}).disjoint == 6U);
  CHECK(of(topology::MeshParams{.dims = {4, 4, 4}}).disjoint == 3U);
  CHECK(of(topology::SlimFlyParams{5, 1, 1}).disjoint == 7U);
  CHECK(of(topology::TorusParams{.dims = {6}, .bidirectional = false}).disjoint == 1U);
}

TEST_CASE("one router stands for all that a symmetry takes to it") {
  const topology::Topology dragonfly = topology::DragonflyParams{2, 4, 2}.build();
  const topology::Topology plain{dragonfly.name, dragonfly.graph, std::make_shared<NoSymmetry>()};
  const auto folded = diversity_of(dragonfly), whole = diversity_of(plain);
  REQUIRE(folded);
  REQUIRE(whole);
  CHECK(folded->from == 36);
  CHECK(folded->shortest_mean == doctest::Approx(whole->shortest_mean).epsilon(1e-12));
  CHECK(folded->shortest_min == whole->shortest_min);
  CHECK(folded->disjoint == whole->disjoint);
}

TEST_CASE("where links or routers have failed, no router stands for another") {
  const auto agrees = [](topology::Topology broken, const topology::FaultPlan& plan) {
    topology::fail(plan, broken);
    const topology::Topology plain{broken.name, broken.graph, std::make_shared<NoSymmetry>()};
    const auto folded = diversity_of(broken), whole = diversity_of(plain);
    CHECK(folded.has_value() == whole.has_value());
    if (!folded || !whole) return false;
    CHECK(folded->from == whole->from);
    CHECK(folded->shortest_mean == doctest::Approx(whole->shortest_mean).epsilon(1e-12));
    CHECK(folded->shortest_min == whole->shortest_min);
    CHECK(folded->disjoint == whole->disjoint);
    return true;
  };
  topology::FaultPlan one_link, some_links, one_switch;
  one_link.links = {"0-1"};
  some_links.random_links = 5;
  one_switch.routers = {"8"};
  CHECK(agrees(topology::TorusParams{.dims = {4, 4}}.build(), one_link));
  CHECK(agrees(topology::DragonflyParams{2, 4, 2}.build(), some_links));
  // The node of the failed switch can reach nobody, and nobody it.
  CHECK_FALSE(agrees(topology::DragonflyParams{1, 2, 1}.build(), one_switch));
}

TEST_CASE("what is too much is counted in part, or not at all, and that is said") {
  const topology::Topology slim = topology::SlimFlyParams{5, 1, 1}.build();
  const auto whole = diversity_of(slim), part = diversity_of(slim, {.shortest = 4000, .disjoint = 1000});
  REQUIRE(whole);
  REQUIRE(part);
  CHECK(whole->from == 50);
  CHECK(part->from > 1);
  CHECK(part->from < 50);
  CHECK(part->shortest_mean == doctest::Approx(whole->shortest_mean).epsilon(0.1));
  CHECK_FALSE(part->disjoint);
}

TEST_CASE("between routers that cannot reach each other nothing is counted") {
  topology::PortGraph graph(4, 4, 1);
  graph.connect(RouterId(0), 0, RouterId(1), 0);
  graph.connect(RouterId(1), 0, RouterId(0), 0);
  graph.connect(RouterId(2), 0, RouterId(3), 0);
  graph.connect(RouterId(3), 0, RouterId(2), 0);
  CHECK_FALSE(diversity_of({"two pairs", std::move(graph), std::make_shared<NoSymmetry>()}));
}

}  // namespace diversity_test

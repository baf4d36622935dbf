// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/cost.hpp"

#include <doctest/doctest.h>

#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/topology_variants.hpp"

namespace cost_test {

using namespace fsin;
using analysis::Cost;
using analysis::cost_of;

namespace {

Cost cost(const topology::Topology& built, std::vector<Delay> delays = {}) {
  delays.resize(built.geometry->link_classes().size());
  return cost_of(built, delays);
}

}  // namespace

TEST_CASE("the cables of every topology that links routers both ways are half of its directed links") {
  for (const auto& variant : model::variants()) {
    if (topology::fault_of(variant)) continue;
    const topology::Topology built = topology::build(variant);
    INFO(built.name << " of " << built.graph.nodes() << " nodes");
    const Cost of = cost(built);
    std::uint64_t sum = 0;
    for (const auto& each : of.classes) sum += each.cables;
    CHECK(sum == of.cables);
    CHECK(2 * of.cables >= built.graph.links());
    CHECK(of.switch_count() == built.graph.routers() - built.graph.nodes());
    CHECK(of.node_ports + of.switch_ports <= 2 * of.cables);
    CHECK_FALSE(of.metres);
  }
}

TEST_CASE("cables, ports and switches are those of the textbook") {
  const Cost torus = cost(topology::TorusParams{.dims = {8, 8}}.build());
  CHECK(torus.cables == 128);
  CHECK(torus.node_ports == 256);
  CHECK(torus.switches.empty());
  CHECK(cost(topology::TorusParams{.dims = {8}, .bidirectional = false}.build()).cables == 8);  // one way each
  const Cost pair = cost(topology::TorusParams{.dims = {2}}.build());
  CHECK(pair.cables == 2);
  const Cost tree = cost(topology::FatTreeParams{.k = 4, .n = 3}.build());
  CHECK(tree.cables == 64 * 3);
  CHECK(tree.switches.at(8) == 32);
  CHECK(tree.switches.at(4) == 16);
  CHECK(tree.ports_to_nodes == 64);
  const Cost dragonfly = cost(topology::DragonflyParams{4, 8, 4}.build());
  CHECK(dragonfly.classes[0].cables == 1056);
  CHECK(dragonfly.classes[1].cables == 264 * 7 / 2);
  CHECK(dragonfly.classes[2].cables == 33 * 32 / 2);
  CHECK(dragonfly.switches.at(15) == 264);
}

TEST_CASE("metres are known where the delay of every class with cables is a length") {
  const topology::Topology built = topology::DragonflyParams{1, 2, 1}.build();
  const Delay copper(Dimension::length, 2'600'000'000), fibre(Dimension::length, 100'000'000'000);
  const Cost all = cost(built, {copper, copper, fibre});
  REQUIRE(all.metres);
  CHECK(*all.classes[2].metres == doctest::Approx(300));
  CHECK(*all.metres == doctest::Approx((6 + 3) * 2.6 + 300));
  const Cost some = cost(built, {copper, copper, Delay(Dimension::time, 1000)});
  CHECK_FALSE(some.metres);
  CHECK(some.classes[0].metres);
}

}  // namespace cost_test

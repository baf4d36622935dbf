// SPDX-License-Identifier: Apache-2.0
// Dragonfly+: that global links are those of its definition, and loads under uniform traffic.
#include "fsin/topology/dragonflies/dragonfly_plus.hpp"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "fsin/topology/drawing/drawing.hpp"

namespace dragonfly_plus_test {

namespace {

using namespace fsin;
using topology::DragonflyPlus;
using topology::DragonflyPlusShape;

}  // namespace

TEST_CASE("any two groups have the same number of links, and every spine the same number of global ports") {
  for (const DragonflyPlusShape& shape :
       {DragonflyPlusShape{2, 3, 2, 2, 5, 1}, {2, 2, 4, 3, 5, 1}, {1, 4, 4, 4, 17, 1}, {3, 2, 2, 3, 2, 1}}) {
    const DragonflyPlus graph(shape);
    CHECK(graph.nodes() == shape.terminals * shape.leaves * shape.groups);
    CHECK(graph.switches() == (shape.leaves + shape.spines) * shape.groups);
    std::map<std::pair<unsigned, unsigned>, unsigned> between;
    for (std::uint32_t number = 0; number < graph.switches(); ++number) {
      unsigned globals = 0;
      const RouterId router = graph.router_of(number);
      for (unsigned i = 0; i < graph.links_of(number).size(); ++i) {
        const auto& plug = graph.links_of(number)[i];
        const bool global = graph.group_of(plug.to) != graph.group_of(number);
        CHECK(graph.link_class(router, graph.terminals(number) + i) == (global ? 2 : 1));
        if (!global) CHECK(graph.is_leaf(plug.to) != graph.is_leaf(number));
        if (global) ++between[{graph.group_of(number), graph.group_of(plug.to)}];
        globals += global ? 1 : 0;
      }
      CHECK(globals == (graph.is_leaf(number) ? 0 : shape.globals));
    }
    CHECK(between.size() == shape.groups * (shape.groups - 1));
    for (const auto& [groups, links] : between) CHECK(links == shape.between());
  }
}

TEST_CASE("with one link between groups, global link q of group G leads to group G + q + 1") {
  const DragonflyPlusShape shape{1, 2, 3, 2, 7, 1};
  const DragonflyPlus graph(shape);
  for (unsigned group = 0; group < 7; ++group) {
    for (unsigned spine = 0; spine < 3; ++spine) {
      std::set<unsigned> expected, found;
      for (unsigned port = 0; port < 2; ++port) expected.insert((group + spine * 2 + port + 1) % 7);
      for (const auto& plug : graph.links_of(group * 5 + 2 + spine)) {
        if (graph.group_of(plug.to) != group) found.insert(graph.group_of(plug.to));
      }
      CHECK(found == expected);
    }
  }
}

TEST_CASE("all nodes of another group are five links away") {
  const DragonflyPlus graph(DragonflyPlusShape{2, 2, 2, 2, 5, 1});
  CHECK(graph.distance(NodeId(0), NodeId(1)) == 2);
  CHECK(graph.distance(NodeId(0), NodeId(2)) == 4);
  for (std::uint32_t node = 4; node < 20; ++node) CHECK(graph.distance(NodeId(0), NodeId(node)) == 5);
}

TEST_CASE("half of the groups have the links of a bisection to the others, where global links are the busiest") {
  // 4 groups of 12 nodes, 2 links between any two: 12 * 12 / 2 flows on each, more than on any other.
  CHECK(DragonflyPlus(DragonflyPlusShape{2, 6, 6, 1, 4, 1}).bisection() == 8);
  CHECK(DragonflyPlus(DragonflyPlusShape{2, 6, 6, 1, 4, 2}).bisection() == 16);
  CHECK_FALSE(DragonflyPlus(DragonflyPlusShape{2, 2, 2, 2, 5, 1}).bisection());
  CHECK_FALSE(DragonflyPlus(DragonflyPlusShape{1, 1, 1, 5, 2, 1}).bisection());
}

TEST_CASE("groups that cannot share their global links evenly are told with the key to change") {
  CHECK(topology::DragonflyPlusParams{2, 2, 2, 2, 4, 1}.fault()->key == "groups");
  CHECK(topology::DragonflyPlusParams{2, 2, 2, 2, 6, 1}.fault()->key == "groups");
  CHECK_FALSE(topology::DragonflyPlusParams{2, 2, 2, 2, 3, 1}.fault());
  CHECK(topology::DragonflyPlusParams{2, 2, 2, 2, 0, 1}.shape().groups == 5);
}

}  // namespace dragonfly_plus_test

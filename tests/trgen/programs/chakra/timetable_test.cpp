// SPDX-License-Identifier: Apache-2.0
// Orders of nodes, and the signals between streams.
#include "trgen/programs/chakra/timetable.hpp"

#include <doctest/doctest.h>

#include "trgen/programs/chakra/process_groups.hpp"

namespace timetable_test {

using namespace trgen::programs::chakra;
using namespace trgen::formats::chakra;

namespace {

Graph graph_of(const std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>>& nodes) {
  Graph graph;
  for (const auto& [id, dependencies] : nodes) {
    Node& node = graph.nodes.emplace_back();
    node.id = id;
    node.dependencies = dependencies;
  }
  return graph;
}

std::vector<std::uint64_t> ids(const Graph& graph) {
  std::vector<std::uint64_t> all;
  for (const std::uint32_t each : graph.order) all.push_back(graph.nodes[each].id);
  return all;
}

}  // namespace

TEST_CASE("with cycles: drop, the dependency on the latest node of each circle does not count, and the rest does") {
  Graph graph = graph_of({{1, {3}}, {2, {1}}, {3, {2}}, {4, {5, 3}}, {5, {4}}});
  CHECK(graph.put_in_order(OnCycle::drop, OnAbsent::refuse).empty());
  CHECK(ids(graph) == std::vector<std::uint64_t>{1, 2, 3, 4, 5});
  CHECK(graph.dropped_edges == 2);
  CHECK(graph.dropped ==
        std::vector<std::string>{"node 1 no longer waits for node 3", "node 4 no longer waits for node 5"});
  CHECK(graph.dependencies(0).empty());
  CHECK(graph.dependencies(3).size() == 1);
}

TEST_CASE("a node that waits for itself is a circle of one") {
  Graph graph = graph_of({{8, {8}}});
  CHECK(graph.put_in_order(OnCycle::refuse, OnAbsent::refuse) ==
        "1 nodes wait for each other in a circle: node 8, which waits for 8");
  Graph again = graph_of({{8, {8}}});
  CHECK(again.put_in_order(OnCycle::drop, OnAbsent::refuse).empty());
}

TEST_CASE("dependencies on absent nodes are refused or counted") {
  Graph graph = graph_of({{1, {7}}, {2, {1, 7, 9}}});
  CHECK(graph.put_in_order(OnCycle::refuse, OnAbsent::refuse) ==
        "node 1 waits for node 7, which the file does not have");
  Graph again = graph_of({{1, {7}}, {2, {1, 7, 9}}});
  CHECK(again.put_in_order(OnCycle::refuse, OnAbsent::ignore).empty());
  CHECK(again.absent == 3);
}

TEST_CASE("streams signal each other where nodes wait, and a signal that an earlier one implies is left out") {
  // Streams 0: nodes 0, 2, 4; 1: nodes 1, 3, 5.
  Graph graph = graph_of({{0, {}}, {1, {0}}, {2, {0}}, {3, {0, 2}}, {4, {3}}, {5, {2, 3}}});
  REQUIRE(graph.put_in_order(OnCycle::refuse, OnAbsent::refuse).empty());
  const Timetable table = make_timetable(graph, 2, [](std::uint32_t node) { return node % 2; });
  const auto words = [](const std::vector<Item>& items) {
    std::string text;
    for (const Item& each : items) {
      text += each.what == Item::What::node ? "n" : each.what == Item::What::signal ? "s" : "a";
      text += std::to_string(each.number) + " ";
    }
    return text;
  };
  CHECK(words(table[0]) == "n0 s1 n2 s1 a1 n4 ");
  CHECK(words(table[1]) == "a0 n1 a0 n3 s0 n5 ");
}

TEST_CASE("a group stands for all lines beside it if it is one of them") {
  CHECK(as_line({4, 5, 6, 7})->size == 4);
  CHECK(as_line({1, 9})->stride == 8);
  CHECK(as_line({3})->size == 1);
  CHECK_FALSE(as_line({2, 3, 4, 5}));
  CHECK_FALSE(as_line({0, 1, 3}));
  CHECK_FALSE(as_line({1, 0}));
}

}  // namespace timetable_test

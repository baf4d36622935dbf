// SPDX-License-Identifier: Apache-2.0
// Every network of the catalogue, written as an edge list and read again, is the same network.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/graph_files/edge_list.hpp"
#include "fsin/topology/graph_files/graph.hpp"
#include "tests/graph_file/from_text.hpp"

namespace round_trip_test {

namespace {

using namespace fsin;
using topology::Topologies;
using topology::Topology;
using Variant = topology::AnyTopology;

std::vector<Variant> catalogue() {
  std::vector<Variant> all;
  Topologies::for_each([&all](const auto& params) { all.emplace_back(params); });
  return all;
}

std::vector<Variant> networks() {
  std::vector<Variant> all = catalogue();
  for (const std::vector<unsigned>& dims : {std::vector<unsigned>{2}, {7}, {2, 3}, {4, 3, 2}, {2, 2, 2, 2}}) {
    all.emplace_back(topology::TorusParams{dims, true});
    all.emplace_back(topology::TorusParams{dims, false});
    all.emplace_back(topology::MeshParams{dims});
  }
  for (const auto& [k, n] : {std::pair{2U, 3U}, {3U, 2U}}) all.emplace_back(topology::FatTreeParams{k, n});
  for (const auto& [p, a, h] : {std::tuple{2U, 4U, 2U}, {1U, 2U, 1U}, {3U, 3U, 1U}}) {
    all.emplace_back(topology::DragonflyParams{p, a, h, topology::Wiring::absolute});
  }
  return all;
}

std::vector<unsigned> distances_from(const topology::PortGraph& graph, std::uint32_t start) {
  std::vector<unsigned> distance(graph.routers(), ~0U);
  std::queue<std::uint32_t> open;
  distance[start] = 0;
  for (open.push(start); !open.empty(); open.pop()) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link next = graph.next(RouterId(open.front()), port);
      if (!next.exists() || distance[next.router.index()] != ~0U) continue;
      distance[next.router.index()] = distance[open.front()] + 1;
      open.push(next.router.value);
    }
  }
  return distance;
}

Topology read_again(const Topology& built) {
  std::string text;
  topology::write_edge_list(built, {}, [&text](std::string_view piece) { text += piece; });
  graph_file_test::FromText made = graph_file_test::from_text(text, {.parallel_links = true});
  INFO(text);
  REQUIRE(made.messages == "");
  return topology::built("graph", std::make_shared<topology::FileGraph>(std::move(made.wiring)));
}

}  // namespace

TEST_CASE("a network that is written as an edge list and read again has the same distances") {
  for (const Variant& params : networks()) {
    const Topology before = topology::build(params);
    INFO(before.name << ", " << before.graph.routers() << " routers");
    const Topology after = read_again(before);
    REQUIRE(after.graph.nodes() == before.graph.nodes());
    const bool direct = before.graph.routers() == before.graph.nodes();
    CHECK(after.graph.links() >= before.graph.links() + (direct ? 2 * before.graph.nodes() : 0));
    // A router with a node of its own has become a switch, one link away from that node.
    const unsigned more = distances_from(after.graph, 0)[1] - distances_from(before.graph, 0)[1];
    CHECK(more == (direct ? 2 : more == 0 ? 0 : 2));
    for (std::uint32_t from = 0; from < before.graph.nodes(); ++from) {
      const std::vector<unsigned> was = distances_from(before.graph, from), is = distances_from(after.graph, from);
      for (std::uint32_t to = 0; to < before.graph.nodes(); ++to) {
        if (from == to) continue;
        REQUIRE(is[to] == was[to] + more);
        REQUIRE(after.geometry->distance(NodeId(from), NodeId(to)) == is[to]);
      }
    }
  }
}

TEST_CASE("classes of links are written with their links and read again") {
  const Topology before = topology::build(topology::DragonflyParams{2, 4, 2, topology::Wiring::relative});
  std::string text;
  topology::write_edge_list(before, {" bandwidth=100Gb/s", " bandwidth=100Gb/s length=2m", " bandwidth=25Gb/s delay=7"},
                            [&text](std::string_view piece) { text += piece; });
  const auto made = graph_file_test::from_text(text);
  REQUIRE(made.messages == "");
  const topology::FileGraph graph(made.wiring);
  CHECK(graph.link_classes() ==
        std::vector<std::string>{"terminal 100 Gb/s", "link 100 Gb/s 2 m", "link 25 Gb/s 7 cycles"});
  const std::vector<topology::ClassValues> values = graph.class_values();
  REQUIRE(values.size() == 3);
  CHECK(values[2].bandwidth == BitRate{25'000'000'000});
  CHECK(values[2].delay == Delay(7));
}

TEST_CASE("weights of links are written with their direction and read again") {
  const auto first = graph_file_test::from_text(
      "a b weight=2.5 count=2\na b weight=1\nb -> c weight=4\nc -> b weight=0.5\nc a\n", {.parallel_links = true});
  REQUIRE(first.messages == "");
  const auto before = std::make_shared<const topology::FileGraph>(first.wiring);
  std::string text;
  topology::write_edge_list(topology::built("graph", before), {}, [&text](std::string_view piece) { text += piece; });
  CHECK(text.find(" count=2 weight=2.5\n") != std::string::npos);
  const auto second = graph_file_test::from_text(text, {.parallel_links = true});
  REQUIRE(second.messages == "");
  const topology::FileGraph after(second.wiring);
  const topology::PortGraph graph = after.graph();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> weights;
  for (std::uint32_t router = 3; router < graph.routers(); ++router) {
    for (unsigned port = 1; port < graph.ports(); ++port) {
      const topology::Link next = graph.next(RouterId(router), port);
      if (next.exists())
        weights[{router - 3, next.router.value - 3}].push_back(after.link_weight(RouterId(router), port));
    }
  }
  for (auto& [ends, list] : weights) std::sort(list.begin(), list.end());
  using List = std::vector<std::uint32_t>;
  CHECK(weights[{0, 1}] == List{1000, 2500, 2500});
  CHECK(weights[{1, 0}] == List{1000, 2500, 2500});
  CHECK(weights[{1, 2}] == List{4000});
  CHECK(weights[{2, 1}] == List{500});
  CHECK(weights[{2, 0}] == List{0});
}

}  // namespace round_trip_test

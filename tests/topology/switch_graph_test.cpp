// SPDX-License-Identifier: Apache-2.0
// The base of all networks whose links are listed: numbers, ports, rails, and distances by search.
#include "fsin/topology/switches/switch_graph.hpp"

#include <doctest/doctest.h>

#include <set>
#include <stdexcept>

#include "fsin/topology/drawing/drawing.hpp"
#include "fsin/topology/switches/switch_search.hpp"
#include "tests/model/breadth_first.hpp"

namespace switch_graph_test {

namespace {

using namespace fsin;
using topology::SwitchGraph;

using Pair = std::pair<std::uint32_t, std::uint32_t>;

class Sample final : public SwitchGraph {
 public:
  Sample(const std::vector<unsigned>& terminals, const std::vector<Pair>& links, const std::vector<Pair>& arcs = {},
         unsigned rails = 1)
      : SwitchGraph(terminals) {
    for (const auto& [one, other] : links) add_link(one, other);
    for (const auto& [from, to] : arcs) add_arc(from, to);
    copy_rails(rails);
  }
};

/// Over all pairs of different nodes, by a search over the links of the built network.
topology::Distances searched(const topology::PortGraph& graph) {
  topology::Distances found;
  const std::size_t nodes = graph.nodes();
  for (std::uint32_t from = 0; from < nodes; ++from) {
    const std::vector<unsigned> distance = model::distances_from(graph, from);
    for (std::uint32_t to = 0; to < nodes; ++to) {
      found.average += distance[to];
      found.diameter = std::max(found.diameter, distance[to]);
    }
  }
  found.average /= static_cast<double>(nodes * (nodes - 1));
  return found;
}

}  // namespace

TEST_CASE("terminals are numbered switch by switch, and have the first ports of their switch") {
  const Sample graph({2, 0, 3}, {{0, 1}, {1, 2}});
  CHECK(graph.nodes() == 5);
  CHECK(graph.switches() == 3);
  CHECK(graph.routers() == 8);
  CHECK(graph.switch_of(NodeId(1)) == 0);
  CHECK(graph.switch_of(NodeId(2)) == 2);
  CHECK(graph.router_of(2) == RouterId(7));
  const topology::PortGraph built = graph.graph();
  CHECK(built.next(RouterId(3), 0).router == RouterId(7));
  CHECK(built.next(RouterId(3), 0).port == 1);
  CHECK(built.next(RouterId(7), 1).router == RouterId(3));
  CHECK(built.next(RouterId(7), 3).router == RouterId(6));
  CHECK(built.next(RouterId(7), 3).port == 1);
  CHECK(built.ports() == 4);
  CHECK(static_cast<double>(built.links()) == graph.links());
  CHECK(graph.link_class(RouterId(7), 2) == 0);
  CHECK(graph.link_class(RouterId(7), 3) == 1);
}

TEST_CASE("links in one direction take an output port here and an input port there, and no more") {
  const Sample ring({1, 1, 1}, {}, {{0, 1}, {1, 2}, {2, 0}});
  CHECK(ring.ports() == 2);
  CHECK(ring.distance(NodeId(0), NodeId(1)) == 3);
  CHECK(ring.distance(NodeId(1), NodeId(0)) == 4);
  CHECK(ring.distances().average == doctest::Approx(3.5));
  CHECK(ring.links() == 9);
}

TEST_CASE("the search over words of 64 switches finds what a search from each node finds") {
  std::vector<Pair> links;
  std::vector<unsigned> terminals;
  for (std::uint32_t number = 0; number < 150; ++number) {
    terminals.push_back(number % 3);
    if (number > 0) links.emplace_back(number, number * 7 / 10);
    if (number % 11 == 5) links.emplace_back(number, (number * 37 + 1) % 150);
  }
  const Sample graph(terminals, links, {{0, 149}, {3, 77}});
  const topology::Distances by_word = graph.distances(), by_node = searched(graph.graph());
  CHECK(by_word.average == doctest::Approx(by_node.average).epsilon(1e-12));
  CHECK(by_word.diameter == by_node.diameter);
  CHECK(by_word.channel_load == 0);
}

TEST_CASE("a switch that no link leads to is told as out of reach, and counts for no distance") {
  const Sample graph({1, 1, 1}, {{0, 1}}, {{2, 0}});
  CHECK(topology::SwitchSearch(graph).distance(0, 2) == topology::SwitchSearch::unreachable);
  CHECK(topology::SwitchSearch(graph).distance(2, 1) == 2);
  CHECK(graph.distances().diameter == 4);
}

TEST_CASE("every node has a link to its switch in each rail, and no other link joins two rails") {
  const Sample graph({2, 1, 0}, {{0, 1}, {1, 2}}, {}, 3);
  CHECK(graph.switches() == 9);
  CHECK(graph.switches_of_rail() == 3);
  CHECK(graph.links() == 3 * (6 + 4));
  CHECK(graph.ports() == 3);
  const topology::PortGraph built = graph.graph();
  for (unsigned rail = 0; rail < 3; ++rail) {
    for (std::uint32_t node = 0; node < 3; ++node) {
      const topology::Link link = built.next(RouterId(node), rail);
      CHECK(link.router == graph.router_of(graph.switch_of(NodeId(node), rail)));
      CHECK(built.next(link.router, link.port).router == RouterId(node));
      CHECK(built.next(link.router, link.port).port == rail);
    }
    for (std::uint32_t number = 3 * rail; number < 3 * rail + 3; ++number) {
      CHECK(graph.terminals(number) == graph.terminals(number - 3 * rail));
      for (const SwitchGraph::Plug& plug : graph.links_of(number)) CHECK(plug.to / 3 == rail);
    }
  }
  CHECK(graph.distances().average == Sample({2, 1, 0}, {{0, 1}, {1, 2}}).distances().average);
  CHECK(graph.distances().average == doctest::Approx(searched(built).average));
}

TEST_CASE("a drawing tells the copies of a switch apart by their rail") {
  const Sample graph({1, 1}, {{0, 1}}, {}, 2);
  topology::Drawing drawing;
  graph.lay_out(drawing);
  CHECK(drawing.names == std::vector<std::string>{"switch 0 of rail 0", "switch 1 of rail 0", "switch 0 of rail 1",
                                                  "switch 1 of rail 1"});
  std::set<std::pair<double, double>> places;
  for (const topology::Spot& spot : drawing.routers) places.emplace(spot.x, spot.y);
  CHECK(places.size() == graph.routers());
}

TEST_CASE("more ports than can be numbered are refused, whether they are terminals or links") {
  CHECK_THROWS_AS(Sample({topology::max_ports + 1}, {}), std::length_error);
  CHECK_THROWS_AS(Sample({topology::max_ports, 1}, {{0, 1}}), std::length_error);
  CHECK(topology::too_large({10, 20, topology::max_ports + 1}, "links"));
  CHECK(topology::too_large({1e9, 2e9, 8}, "links"));
  CHECK_FALSE(topology::too_large({10, 20, topology::max_ports}, "links"));
}

}  // namespace switch_graph_test

// SPDX-License-Identifier: Apache-2.0
// Weights of links: packets of every routing by tables take the paths of least weight, among equals all, and what is
// said about weights that are missing, unused or wanted.
#include "fsin/routing/tables/link_costs.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "fsin/routing/algorithms/escape_tree.hpp"
#include "fsin/routing/algorithms/graph_valiant.hpp"
#include "fsin/routing/algorithms/k_paths.hpp"
#include "fsin/routing/algorithms/layered.hpp"
#include "fsin/routing/algorithms/shortest.hpp"
#include "fsin/routing/algorithms/spanning_tree.hpp"
#include "fsin/topology/graph_files/graph.hpp"
#include "tests/engine/differential/dice.hpp"
#include "tests/routing/any_network.hpp"

namespace link_costs_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::Fabric;
using routing::PortChoice;
using routing::RouteTables;
using routing::Weight;
using routing::WeightOfLinks;
using Setup = routing::Setup<topology::Geometry>;

topology::Topology file_graph(graph_file::Wiring wiring) {
  wiring.terminals.assign(wiring.names.size(), 1);
  wiring.classes = {{true, {}}, {false, {BitRate{1}, {}}}, {false, {BitRate{2}, {}}}};
  return topology::GraphParams(std::make_shared<const topology::FileGraph>(std::move(wiring))).build();
}

/// Switches 0 and 3 joined over 1, by fast links of weight 2, and over 2, by slow links of weight 1 and 3.
topology::Topology diamond(bool weighs = true) {
  graph_file::Wiring wiring;
  wiring.names = {"a", "b", "c", "d"};
  const auto weight = [weighs](std::uint32_t units) { return weighs ? units * 1000 : 0; };
  wiring.links = {{0, 1, 1, 1, weight(2), weight(2)},
                  {1, 3, 1, 1, weight(2), weight(2)},
                  {0, 2, 2, 1, weight(1), weight(1)},
                  {2, 3, 2, 1, weight(3), weight(2)}};
  return file_graph(std::move(wiring));
}

Setup setup_of(const topology::Topology& topology, unsigned slow = 9) {
  Setup setup = setup_on(topology, 4);
  setup.paces = {{1, 1}, {1, 50}, {slow, 20}};
  return setup;
}

/// A ring of switches with chords, each link of a class and a weight of its own.
topology::Topology random_graph(std::uint64_t number) {
  differential::Dice dice(number);
  graph_file::Wiring wiring;
  const std::uint32_t switches = dice.between(3, 9);
  for (std::uint32_t i = 0; i < switches; ++i) wiring.names.push_back("s" + std::to_string(i));
  const auto add = [&](std::uint32_t from, std::uint32_t to) {
    wiring.links.push_back({from, to, static_cast<std::uint8_t>(dice.between(1, 2)), 1, dice.between(1, 6) * 500,
                            dice.between(1, 6) * 500});
  };
  for (std::uint32_t i = 0; i < switches; ++i) add(i, (i + 1) % switches);
  for (std::uint32_t i = dice.below(8); i > 0; --i) {
    const std::uint32_t from = dice.below(switches), to = dice.below(switches);
    if (from != to) add(from, to);
  }
  return file_graph(std::move(wiring));
}

/// Least cost from every switch, by relaxing all links until nothing changes.
std::vector<std::uint64_t> relaxed(const Fabric& fabric, std::uint32_t to) {
  std::vector<std::uint64_t> cost(fabric.switches(), Fabric::no_path);
  cost[to] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
      for (std::uint32_t i = 0; i < fabric.hops(from).size(); ++i) {
        const std::uint64_t found = cost[fabric.hops(from)[i].to] + fabric.cost(fabric.first_link(from) + i);
        if (found >= cost[from]) continue;
        cost[from] = found;
        changed = true;
      }
    }
  }
  return cost;
}

std::vector<std::uint8_t> next_ports(const RouteTables& tables, std::uint32_t from, std::uint32_t to) {
  const std::uint8_t* list = &tables.lists[tables.sets[from * tables.columns + to]];
  return {list + 1, list + 1 + *list};
}

/// Cost of a path whose ports begin at `place`, and its links.
std::pair<std::uint64_t, unsigned> path_cost(const Fabric& fabric, const RouteTables& tables, std::uint32_t from,
                                             std::uint32_t place) {
  std::uint64_t cost = 0;
  unsigned links = 0;
  for (; tables.path_ports[place] != routing::leave; ++place, ++links) {
    const auto hops = fabric.hops(from);
    const auto hop =
        std::find_if(hops.begin(), hops.end(), [&](const auto& h) { return h.port == tables.path_ports[place]; });
    REQUIRE(hop != hops.end());
    cost += fabric.cost(fabric.first_link(from) + static_cast<std::uint32_t>(hop - hops.begin()));
    from = hop->to;
  }
  return {cost, links};
}

std::string said(const Weight weight, const topology::Topology& topology, const Setup& setup) {
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  routing::check_weights({weight}, setup, report);
  (void)topology;
  return diagnostics.text();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("each weight has its own way over a diamond, and equal costs leave both") {
  const topology::Topology built = diamond();
  const Setup setup = setup_of(built);
  using Ports = std::vector<std::uint8_t>;
  const auto ways = [&](Weight weight, std::uint32_t from, std::uint32_t to) {
    const RouteTables tables = routing::shortest_tables(routing::weighed_fabric({weight}, setup), PortChoice::flow);
    return next_ports(tables, from, to);
  };
  CHECK(ways(Weight::hops, 0, 3) == Ports{1, 2});
  CHECK(ways(Weight::bandwidth, 0, 3) == Ports{1});
  CHECK(ways(Weight::delay, 0, 3) == Ports{2});
  CHECK(ways(Weight::file, 0, 3) == Ports{1, 2});  // 2 + 2 = 1 + 3
  CHECK(ways(Weight::file, 3, 0) == Ports{2});     // 2 + 2 > 2 + 1
}

TEST_CASE("next ports are those on all paths of least cost, and the longest of these gives the ladder") {
  for (std::uint64_t number = 0; number < 200; ++number) {
    const topology::Topology built = random_graph(number);
    const Setup setup = setup_of(built, 3);
    for (const Weight weight : {Weight::bandwidth, Weight::delay, Weight::file}) {
      const Fabric fabric = routing::weighed_fabric({weight}, setup);
      const RouteTables tables = routing::shortest_tables(fabric, PortChoice::flow);
      const RouteTables one = routing::shortest_tables(fabric, PortChoice::first);
      unsigned longest = 0;
      for (std::uint32_t to = 0; to < fabric.homes(); ++to) {
        const std::vector<std::uint64_t> cost = relaxed(fabric, to);
        std::vector<unsigned> links(fabric.switches(), 0);
        for (bool changed = true; changed;) {
          changed = false;
          for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
            if (from == to) continue;
            std::vector<std::uint8_t> expected;
            unsigned most = 0;
            for (std::uint32_t i = 0; i < fabric.hops(from).size(); ++i) {
              const Fabric::Hop& hop = fabric.hops(from)[i];
              if (cost[hop.to] + fabric.cost(fabric.first_link(from) + i) != cost[from]) continue;
              expected.push_back(hop.port);
              most = std::max(most, links[hop.to] + 1);
            }
            REQUIRE(next_ports(tables, from, to) == expected);
            REQUIRE(one.ports[from * one.columns + to] == expected.front());
            changed = changed || most != links[from];
            links[from] = most;
          }
        }
        longest = std::max(longest, *std::max_element(links.begin(), links.end()));
      }
      REQUIRE(tables.longest == longest);
      REQUIRE(one.longest <= longest);
    }
  }
}

TEST_CASE("paths and balanced paths are those of least cost, and no channel of the ladder closes a cycle") {
  for (std::uint64_t number = 300; number < 400; ++number) {
    const topology::Topology built = random_graph(number);
    const Setup setup = setup_of(built, 3);
    const Fabric fabric = routing::weighed_fabric({Weight::file}, setup);
    const RouteTables paths = routing::path_tables(fabric, 3);
    const RouteTables balanced = routing::balanced_tables(fabric);
    for (std::uint32_t to = 0; to < fabric.homes(); ++to) {
      const std::vector<std::uint64_t> cost = relaxed(fabric, to);
      for (std::uint32_t from = 0; from < fabric.homes(); ++from) {
        const std::uint32_t first = paths.pairs[from * paths.columns + to];
        const std::uint32_t end = paths.pairs[from * paths.columns + to + 1];
        std::uint64_t before = 0;
        for (std::uint32_t path = first; path < end; ++path) {
          const auto [sum, links] = path_cost(fabric, paths, from, paths.paths[path]);
          if (path == first) REQUIRE(sum == cost[from]);
          REQUIRE(sum >= before);
          REQUIRE(links <= paths.longest);
          before = sum;
        }
        if (from == to) continue;
        const auto hops = fabric.hops(from);
        const auto hop = std::find_if(hops.begin(), hops.end(), [&](const auto& each) {
          return each.port == balanced.ports[from * balanced.columns + to];
        });
        REQUIRE(hop != hops.end());
        const auto link = fabric.first_link(from) + static_cast<std::uint32_t>(hop - hops.begin());
        REQUIRE(cost[hop->to] + fabric.cost(link) == cost[from]);
      }
    }
    routing::ShortestParams shortest;
    shortest.weight = Weight::file;
    const unsigned levels = std::max(1U, routing::shortest_tables(fabric, PortChoice::flow).longest);
    const TableRoute route = route_on(built, shortest, levels);
    StateSearch search(route, built, levels);
    for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) { search.from(source, destination); });
    CHECK_FALSE(search.waits().has_cycle());
  }
}

TEST_CASE("a tree keeps to its order and takes the cheapest of the paths that it allows") {
  for (std::uint64_t number = 400; number < 500; ++number) {
    const topology::Topology built = random_graph(number);
    const Fabric fabric = routing::weighed_fabric({Weight::file}, setup_of(built, 3));
    const Fabric hops(built.graph);
    const routing::UpDownOrder order(fabric, 0), plain(hops, 0);
    CHECK(order.came_down() == plain.came_down());
    const RouteTables tables = routing::up_down_tables(fabric, order, PortChoice::first);
    for (std::uint32_t to = 0; to < fabric.homes(); ++to) {
      for (std::uint32_t from = 0; from < fabric.homes(); ++from) {
        bool down = false;
        unsigned links = 0;
        for (std::uint32_t at = from; at != to; ++links) {
          REQUIRE(links <= 2 * fabric.switches());
          const std::uint8_t port = tables.ports[(2 * at + (down ? 1 : 0)) * tables.columns + to];
          const auto all = fabric.hops(at);
          const auto hop = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.port == port; });
          REQUIRE(hop != all.end());
          REQUIRE((order.goes_down(at, hop->to) || (!down && order.goes_up(at, hop->to))));
          down = order.goes_down(at, hop->to);
          at = hop->to;
        }
      }
    }
  }
}

TEST_CASE("equal weights are none") {
  const topology::Topology built = diamond();
  CHECK_FALSE(routing::weighed_fabric({Weight::bandwidth}, setup_of(built, 1)).is_weighed());
  CHECK(routing::weighed_fabric({Weight::bandwidth}, setup_of(built, 2)).is_weighed());
}

TEST_CASE("ways of different speed that count as equal are warned of, and so are weights that are not used") {
  const topology::Topology plain = diamond(false), built = diamond();
  const std::string text = said(Weight::hops, plain, setup_of(plain));
  CHECK(has(text, "paths of equally many links differ in speed"));
  CHECK(has(text, "from node 3 to node 0"));
  CHECK(has(text, "needs 1 cycle for a phit and another 9"));
  CHECK(said(Weight::hops, plain, setup_of(plain, 1)) == "");
  CHECK(said(Weight::bandwidth, plain, setup_of(plain)) == "");
  CHECK(has(said(Weight::bandwidth, built, setup_of(built)), "which are not used; write weight: file"));
  CHECK(said(Weight::file, built, setup_of(built)) == "");
  CHECK(has(said(Weight::file, plain, setup_of(plain)), "8 of 8 links between switches have no weight"));
}

}  // namespace link_costs_test

// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/layered.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/routing/any_network.hpp"

namespace layered_test {

namespace {

using namespace fsin;
using namespace routing_tests;

routing::RouteTables layered(const topology::Topology& built) {
  const routing::Fabric fabric(built.graph);
  routing::RouteTables tables = routing::balanced_tables(fabric);
  routing::add_layers(fabric, tables);
  return tables;
}

}  // namespace

TEST_CASE("with a channel for each layer no waits go round, and every way is shortest") {
  for (const topology::Topology& built : networks()) {
    const unsigned layers = layered(built).layers;
    for (const unsigned vcs : {layers, 2 * layers}) {
      const TableRoute route = route_on(built, routing::LayeredParams{}, vcs);
      StateSearch search(route, built, vcs);
      for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
        const auto found = search.from(source, destination);
        REQUIRE(found.shortest == found.longest);
        REQUIRE(found.longest == searched(built.graph, source)[destination]);
      });
      CHECK_FALSE(search.waits().has_cycle());
    }
  }
}

TEST_CASE("trees need one layer, rings two, and fewer channels than layers leave a cycle and a warning") {
  CHECK(layered(topology::FatTreeParams{2, 3}.build()).layers == 1);
  CHECK(layered(topology::MeshParams{{7}}.build()).layers == 1);
  const topology::Topology ring = topology::TorusParams{{7}, true}.build();
  CHECK(layered(ring).layers == 2);
  const TableRoute route = route_on(ring, routing::LayeredParams{}, 1);
  StateSearch search(route, ring, 1);
  for_pairs(ring, [&](std::uint32_t source, std::uint32_t destination) { search.from(source, destination); });
  CHECK(search.waits().has_cycle());
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  check_links(routing::LayeredParams{}, setup_on(ring, 1), report);
  CHECK(diagnostics.ok());
  CHECK(diagnostics.text().find("2 layers") != std::string::npos);
}

TEST_CASE("tables that follow faults have one layer for a pair, and its waits form no cycle in any phase") {
  topology::Topology torus = topology::TorusParams{{4, 3}, true}.build();
  topology::FaultPlan faults;
  faults.links = {"0-1 at 100 until 300", "5-6 at 200", "7-11 at 250 until 400"};
  faults.routers = {"10 at 350 until 500"};
  faults.reroute_after = CycleCount{10};
  topology::fail(faults, torus);
  auto setup = setup_on(torus, 16);
  const TableRoute route = make_route(routing::LayeredParams{}, setup);
  REQUIRE(route.phases != nullptr);
  const routing::RouteTables& first = *route.phases->front().tables;
  CHECK(first.layers > 1);
  CHECK(first.layers < 16);
  using Queue = std::pair<std::uint32_t, std::uint32_t>;  // link, a switch * ports + port, and layer
  std::set<std::pair<Queue, Queue>> waits;
  const auto each_pair = [&](auto use) {
    for (std::uint32_t to = 0; to < first.columns; ++to) {
      for (std::uint32_t from = 0; from < first.columns; ++from) use(from, to, first.layer[from * first.columns + to]);
    }
  };
  const routing::Fabric all(torus.graph);
  const std::vector<std::uint32_t> neighbours = routing::neighbours_of(all);
  // Who is at a switch in a phase by the way of any pair: by all links of this way, in this phase or an earlier one.
  std::map<std::array<std::uint32_t, 2>, std::set<Queue>> come, before;
  const auto pair_of = [&](std::uint32_t from, std::uint32_t to) { return from * first.columns + to; };
  for (const routing::TablePhase& phase : *route.phases) {
    CHECK(phase.tables->layer == first.layer);
    waits.clear();
    each_pair([&](std::uint32_t from, std::uint32_t to, std::uint32_t layer) {
      std::vector<std::pair<std::uint32_t, std::set<Queue>>> at{{from, {}}};
      for (std::uint32_t here = 0; here < first.switches; ++here) {
        if (const auto found = before.find({pair_of(from, to), here}); found != before.end())
          at.emplace_back(here, found->second);
      }
      for (auto& [start, queues] : at) {
        std::set<Queue> by = queues;
        for (std::uint32_t here = start; here != to;) {
          const std::uint32_t link = here * all.ports() + phase.tables->ports[here * first.columns + to];
          for (const Queue& queue : by) waits.insert({queue, {link, layer}});
          by = {{link, layer}};
          here = neighbours[link];
          come[{pair_of(from, to), here}].insert({link, layer});
        }
      }
    });
    for (const auto& [place, queues] : come) before[place].insert(queues.begin(), queues.end());
    // Those that wait for nobody are taken away until none is left.
    for (bool changed = true; changed;) {
      std::set<Queue> waiting;
      for (const auto& wait : waits) waiting.insert(wait.first);
      changed = std::erase_if(waits, [&](const auto& wait) { return !waiting.contains(wait.second); }) != 0;
    }
    CHECK(waits.empty());
  }
}

TEST_CASE("ways are spread over equal links") {
  const topology::Topology tree = topology::FatTreeParams{4, 2}.build();
  const routing::Fabric fabric(tree.graph);
  const routing::RouteTables tables = routing::balanced_tables(fabric);
  for (std::uint32_t from = 0; from < fabric.homes(); ++from) {
    std::vector<unsigned> ways(4, 0);
    for (std::uint32_t to = 0; to < fabric.homes(); ++to) {
      if (from != to) ++ways[tables.ports[std::size_t{from} * tables.columns + to]];
    }
    CHECK(*std::max_element(ways.begin(), ways.end()) == 1);
  }
}

TEST_CASE("a graph without cycles refuses the arcs that a search finds to close one, and no other") {
  constexpr std::uint32_t vertices = 24;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    routing::AcyclicGraph graph(vertices);
    std::vector<std::vector<bool>> reach(vertices, std::vector<bool>(vertices, false));
    for (std::uint32_t i = 0; i < vertices; ++i) reach[i][i] = true;
    for (std::uint32_t i = 0; i < 300; ++i) {
      const auto words = philox({seed, Purpose::replication}, i);
      const std::uint32_t from = words[0] % vertices, to = words[1] % vertices;
      const bool closes = reach[to][from];
      REQUIRE(graph.add(from, to) == !closes);
      if (closes) continue;
      for (std::uint32_t a = 0; a < vertices; ++a) {
        for (std::uint32_t b = 0; b < vertices; ++b) reach[a][b] = reach[a][b] || (reach[a][from] && reach[to][b]);
      }
    }
  }
}

}  // namespace layered_test

// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/layered.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "fsin/core/rng.hpp"
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

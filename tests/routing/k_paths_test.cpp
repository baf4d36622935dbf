// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/k_paths.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/routing/any_network.hpp"

namespace k_paths_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::Fabric;
using routing::KShortest;

/// Lengths of all ways without loops, the shortest first.
void all_lengths(const Fabric& fabric, std::uint32_t at, std::uint32_t to, std::vector<bool>& seen, unsigned links,
                 std::vector<std::size_t>& lengths) {
  if (at == to) {
    lengths.push_back(links);
    return;
  }
  seen[at] = true;
  for (const Fabric::Hop& hop : fabric.hops(at)) {
    if (!seen[hop.to]) all_lengths(fabric, hop.to, to, seen, links + 1, lengths);
  }
  seen[at] = false;
}

}  // namespace

TEST_CASE("the k shortest ways have the lengths of the shortest of all ways, are different and have no loops") {
  for (const topology::Topology& built : {petersen(), crooked(), one_way(), topology::MeshParams{{3, 3}}.build(),
                                          topology::TorusParams{{3, 3}, true}.build()}) {
    const Fabric fabric(built.graph);
    KShortest search(fabric);
    std::vector<std::uint64_t> distance;
    std::vector<std::uint32_t> order;
    for (std::uint32_t to = 0; to < fabric.homes(); ++to) {
      fabric.costs_to(to, distance, order);
      for (std::uint32_t from = 0; from < fabric.homes(); ++from) {
        if (from == to) continue;
        std::vector<std::size_t> expected;
        std::vector<bool> seen(fabric.switches(), false);
        all_lengths(fabric, from, to, seen, 0, expected);
        std::sort(expected.begin(), expected.end());
        for (const unsigned k : {1U, 4U, 30U}) {
          const std::vector<KShortest::Path> paths = search.paths(from, to, distance, k);
          REQUIRE(paths.size() == std::min<std::size_t>(k, expected.size()));
          REQUIRE(std::set<KShortest::Path>(paths.begin(), paths.end()).size() == paths.size());
          for (std::size_t i = 0; i < paths.size(); ++i) {
            REQUIRE(paths[i].size() == expected[i]);
            std::set<std::uint32_t> passed{from};
            for (const std::uint32_t link : paths[i]) REQUIRE(passed.insert(fabric.link(link).to).second);
            REQUIRE(fabric.link(paths[i].back()).to == to);
          }
        }
      }
    }
  }
}

TEST_CASE("packets follow the ways of their pair, and a channel for each link of the longest leaves no cycle") {
  for (const topology::Topology& built : {petersen(), crooked(), one_way(), topology::TorusParams{{4, 4}, true}.build(),
                                          topology::FatTreeParams{2, 3}.build()}) {
    routing::PathsParams params;
    const routing::RouteTables tables = routing::path_tables(Fabric(built.graph), params.k);
    for (const routing::PathChoice choice : {routing::PathChoice::packet, routing::PathChoice::flow}) {
      params.choice = choice;
      const TableRoute route = route_on(built, params, tables.longest);
      StateSearch search(route, built, tables.longest);
      for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
        const auto found = search.from(source, destination);
        const unsigned shortest = searched(built.graph, source)[destination];
        if (choice == routing::PathChoice::packet) REQUIRE(found.shortest == shortest);
        REQUIRE(found.longest <= tables.longest + 2);
      });
      CHECK_FALSE(search.waits().has_cycle());
    }
  }
}

}  // namespace k_paths_test

// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/node_distances.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/faults/cut_off.hpp"
#include "fsin/topology/faults/fault_plan.hpp"

namespace node_distances_test {

using namespace fsin;
using analysis::node_distances;
using analysis::NodeDistances;

namespace {

/// The same by a search from each node, router by router.
NodeDistances searched(const topology::PortGraph& graph) {
  NodeDistances found;
  double sum = 0;
  for (std::uint32_t node = 0; node < graph.nodes(); ++node) {
    std::vector<unsigned> distance(graph.routers(), ~0U);
    std::vector<std::uint32_t> reached{node};
    distance[node] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const topology::Link link = graph.next(RouterId(reached[i]), port);
        if (!link.exists() || distance[link.router.index()] != ~0U) continue;
        distance[link.router.index()] = distance[reached[i]] + 1;
        reached.push_back(link.router.value);
      }
    }
    found.pairs += graph.nodes() - 1;
    for (std::uint32_t other = 0; other < graph.nodes(); ++other) {
      if (other == node || distance[other] == ~0U) continue;
      ++found.connected;
      sum += distance[other];
      found.largest = std::max(found.largest, distance[other]);
    }
  }
  if (found.connected > 0) found.average = sum / static_cast<double>(found.connected);
  return found;
}

void check_same(const NodeDistances& found, const NodeDistances& expected) {
  CHECK(found.connected == expected.connected);
  CHECK(found.pairs == expected.pairs);
  CHECK(found.average == doctest::Approx(expected.average));
  CHECK(found.largest == expected.largest);
  CHECK(found.all);
}

const std::vector<topology::AnyTopology> networks{
    topology::TorusParams{.dims = {5, 4}},
    topology::TorusParams{{7}, false},
    topology::FatTreeParams{.k = 3, .n = 3},
    topology::LeafSpineParams{4, 3, 2, 2, 1},
    topology::HyperXParams{{4, 3}, 2, {1}},
    topology::DragonflyParams{.p = 2, .a = 4, .h = 1},
    topology::FullMeshParams{},
};

}  // namespace

TEST_CASE("distances between nodes are those of a search from each of them, whatever has failed") {
  for (const topology::AnyTopology& params : networks) {
    CAPTURE(params.name());
    check_same(node_distances(topology::build(params).graph), searched(topology::build(params).graph));
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      CAPTURE(seed);
      topology::Topology built = topology::build(params);
      topology::FaultPlan faults;
      faults.seed = seed;
      faults.random_links = static_cast<std::uint32_t>(seed % 5);
      faults.random_routers = seed % 3 == 0 ? 1 : 0;
      faults.one_way = seed % 4 == 0;
      if (seed % 2 == 0 && built.graph.routers() > built.graph.nodes()) faults.links = {"n1-s0"};
      topology::fail(faults, built);
      const NodeDistances found = node_distances(built.graph);
      check_same(found, searched(built.graph));
      CHECK(found.pairs - found.connected == topology::find_cut_off(built.graph).pairs);
    }
  }
}

TEST_CASE("the closed forms of a network without faults are its distances") {
  for (const topology::AnyTopology& params : networks) {
    CAPTURE(params.name());
    const topology::Topology built = topology::build(params);
    if (!built.geometry->minimal_is_shortest()) continue;
    const topology::Distances known = built.geometry->distances();
    const NodeDistances found = node_distances(built.graph);
    CHECK(found.average == doctest::Approx(known.average));
    CHECK(found.largest == known.diameter);
  }
}

TEST_CASE("where all pairs are too many, some stand for them, and that is said") {
  const topology::Topology built = topology::build(topology::TorusParams{.dims = {16, 16}});
  const NodeDistances some = node_distances(built.graph, 2 * 256 * 64);
  CHECK_FALSE(some.all);
  CHECK(some.pairs == 128 * 255);
  CHECK(some.average == doctest::Approx(built.geometry->distances().average));  // all nodes of a torus are alike
}

TEST_CASE("the links of a network before its failures are those of one that has none") {
  const topology::Topology whole = topology::build(networks[5]);
  topology::Topology built = topology::build(networks[5]);
  topology::FaultPlan faults;
  faults.random_links = 4;
  faults.routers = {"s3 at 100"};
  topology::fail(faults, built);
  const topology::PortGraph before = topology::before_failures(built.graph, built.failures);
  CHECK(built.graph.links() == whole.graph.links() - 8);
  for (std::uint32_t router = 0; router < whole.graph.routers(); ++router) {
    for (unsigned port = 0; port < whole.graph.ports(); ++port) {
      CHECK(before.next(RouterId(router), port) == whole.graph.next(RouterId(router), port));
    }
  }
}

}  // namespace node_distances_test

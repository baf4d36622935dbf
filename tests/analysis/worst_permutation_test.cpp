// SPDX-License-Identifier: Apache-2.0
// The worst permutation: known worst cases of dimension order, the channel loads that it gives, and the assignment.
#include "fsin/analysis/worst_permutation.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "fsin/engine/families.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"

namespace worst_permutation_test {

using namespace fsin;
using analysis::worst_permutation;
using analysis::WorstPermutation;

namespace {

struct WorstCase {
  engine::Design design;
  topology::Topology built;

  template <class Topology, class Routing>
  WorstCase(const Topology& topology, const Routing& routing, unsigned vcs = 1) : built(topology.build()) {
    design.topology = topology;
    design.routing = routing;
    design.router.virtual_channels = vcs;
  }

  /// The permutation is one, and its fullest link has the load that is told of it.
  double load() const {
    const WorstPermutation worst = worst_permutation(design, built);
    REQUIRE(worst.left_out == "");
    std::vector<std::uint32_t> sorted = worst.destinations;
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t node = 0; node < sorted.size(); ++node) CHECK(sorted[node] == node);
    analysis::Demand demand;
    for (std::uint32_t node = 0; node < worst.destinations.size(); ++node) {
      if (worst.destinations[node] != node) demand.flows.push_back({node, worst.destinations[node], 1});
    }
    std::stable_sort(demand.flows.begin(), demand.flows.end(),
                     [](const auto& one, const auto& other) { return one.destination < other.destination; });
    const auto loads = analysis::channel_loads(design, built, demand);
    REQUIRE(loads.known());
    const double most = *std::max_element(loads.links.begin(), loads.links.end());
    CHECK(most == doctest::Approx(worst.load));
    CHECK(loads.links[std::size_t{worst.router} * built.graph.ports() + worst.port] == doctest::Approx(worst.load));
    return worst.load;
  }
};

topology::TorusParams torus_of(std::vector<unsigned> dims) {
  topology::TorusParams params;
  params.dims = std::move(dims);
  return params;
}

topology::MeshParams mesh_of(std::vector<unsigned> dims) {
  topology::MeshParams params;
  params.dims = std::move(dims);
  return params;
}

}  // namespace

TEST_CASE("an assignment has the largest sum of all, tried one by one") {
  std::mt19937 random(4);
  for (const auto& [rows, columns] : {std::pair(1U, 1U), std::pair(3U, 3U), std::pair(3U, 5U), std::pair(5U, 6U)}) {
    for (int round = 0; round < 30; ++round) {
      std::vector<double> weights(std::size_t{rows} * columns);
      for (double& weight : weights) weight = static_cast<double>(random() % 8) / 2;
      std::vector<std::uint32_t> order(columns);
      std::iota(order.begin(), order.end(), 0U);
      double best = 0;
      do {
        double sum = 0;
        for (std::size_t row = 0; row < rows; ++row) sum += weights[row * columns + order[row]];
        best = std::max(best, sum);
      } while (std::next_permutation(order.begin(), order.end()));
      const auto chosen = analysis::best_assignment(weights, rows, columns);
      double sum = 0;
      for (std::size_t row = 0; row < rows; ++row) sum += weights[row * columns + chosen[row]];
      CHECK(sum == doctest::Approx(best));
      auto distinct = chosen;
      std::sort(distinct.begin(), distinct.end());
      CHECK(std::adjacent_find(distinct.begin(), distinct.end()) == distinct.end());
    }
  }
}

TEST_CASE("on a ring of k nodes nothing is worse than tornado, k/2 - 1") {
  CHECK(WorstCase(torus_of({8}), routing::DorParams{}).load() == doctest::Approx(3));
  CHECK(WorstCase(torus_of({12}), routing::DorParams{}).load() == doctest::Approx(5));
}

TEST_CASE("dimension order on a square torus is worst at (k - 1) / 2, on a mesh at k - 1, as transpose is") {
  CHECK(WorstCase(torus_of({4, 4}), routing::DorParams{}).load() == doctest::Approx(1.5));
  CHECK(WorstCase(torus_of({8, 8}), routing::DorParams{}).load() == doctest::Approx(3.5));
  CHECK(WorstCase(mesh_of({4, 4}), routing::DorParams{}).load() == doctest::Approx(3));
  CHECK(WorstCase(mesh_of({8, 8}), routing::DorParams{}).load() == doctest::Approx(7));
}

TEST_CASE("a routing that looks at queues has no worst permutation, and neither has too large a network") {
  const WorstCase adaptive(mesh_of({4, 4}), routing::AdaptiveParams{}, 3);
  CHECK(worst_permutation(adaptive.design, adaptive.built).left_out.find("looks at queues") != std::string::npos);
  const WorstCase grid(mesh_of({40, 40}), routing::DorParams{});
  const WorstPermutation large = worst_permutation(grid.design, grid.built);
  CHECK(large.left_out.find("too many") != std::string::npos);
}

}  // namespace worst_permutation_test

// SPDX-License-Identifier: Apache-2.0
// Direct networks beyond grids against the closed forms and figures of the literature. That the tables agree with a
// search over the links is a contract of every topology (tests/model/topology_contract_test.cpp).
#include "fsin/topology/grids/cayley.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "fsin/topology/grids/circulant.hpp"
#include "fsin/topology/grids/hexagonal_torus.hpp"
#include "fsin/topology/grids/hypercube.hpp"
#include "fsin/topology/grids/midimew.hpp"
#include "fsin/topology/grids/twisted_torus.hpp"

namespace cayley_test {

namespace {

using namespace fsin;
using topology::CirculantParams;
using topology::Distances;
using topology::HexagonalTorusParams;
using topology::HypercubeParams;
using topology::MidimewParams;
using topology::TwistedTorusParams;

const topology::Cayley& cayley(const topology::Topology& built) {
  return *topology::as<topology::Cayley>(*built.geometry);
}

/// The literature gives four decimals.
void check_distances(const topology::GeometryPointer& geometry, double average, unsigned diameter) {
  const Distances distances = geometry->distances();
  CHECK(std::fabs(distances.average - average) < 0.00006);
  CHECK(distances.diameter == diameter);
}

/// Hops from (0, 0) on a plane of triangles.
unsigned on_triangles(int x, int y) {
  return static_cast<unsigned>(x * y > 0 ? std::max(std::abs(x), std::abs(y)) : std::abs(x) + std::abs(y));
}

}  // namespace

TEST_CASE("a rectangular twisted torus of 2a x a has diameter a, and the average distance that was published") {
  for (const auto& [a, average] : {std::pair{4U, 2.7097}, {8U, 5.3543}, {16U, 10.6771}}) {
    check_distances(TwistedTorusParams{{2 * a, a}, a, 0, 0}.geometry(), average, a);
    check_distances(TwistedTorusParams{{2 * a, a}, {}, 0, 0}.geometry(), average, a);
  }
}

TEST_CASE("a doubly twisted torus of 2a x a x a has the distances that were published") {
  check_distances(TwistedTorusParams{{8, 4, 4}, 4, 4, 0}.geometry(), 3.4646, 6);
  check_distances(TwistedTorusParams{{16, 8, 8}, 8, 8, 0}.geometry(), 6.9756, 12);
}

TEST_CASE("a twisted torus without skew has the distances of the torus") {
  check_distances(TwistedTorusParams{{8, 4}, 0, 0, 0}.geometry(), 3.0968, 6);
  check_distances(TwistedTorusParams{{16, 8, 8}, 0, 0, 0}.geometry(), 8.0078, 16);
}

TEST_CASE("going round Y once in a twisted torus shifts X, and going round it back shifts X back") {
  const topology::Topology built = TwistedTorusParams{{8, 4}, 3, 0, 0}.build();
  CHECK(built.graph.next(RouterId(3 * 8 + 1), 2).router == RouterId(4));
  CHECK(built.graph.next(RouterId(4), 3).router == RouterId(3 * 8 + 1));
  CHECK(cayley(built).length(0) == 8);
  CHECK(cayley(built).length(1) == 32);  // 3 and 8 have no divisor in common
  CHECK(cayley(TwistedTorusParams{}.build()).length(1) == 8);
}

TEST_CASE("a midimew has as many nodes at each distance as any graph of degree 4 on a circle can have") {
  for (unsigned nodes = 5; nodes <= 300; ++nodes) {
    CAPTURE(nodes);
    unsigned rest = nodes - 1, diameter = 0;
    double sum = 0;
    while (rest > 0) {
      const unsigned there = std::min(4 * ++diameter, rest);
      sum += static_cast<double>(there) * diameter;
      rest -= there;
    }
    const Distances distances = MidimewParams{nodes}.geometry()->distances();
    REQUIRE(distances.diameter == diameter);
    REQUIRE(distances.average == doctest::Approx(sum / (nodes - 1)).epsilon(1e-12));
    REQUIRE(diameter == static_cast<unsigned>(std::ceil((std::sqrt(2.0 * nodes - 1) - 1) / 2)));
  }
}

TEST_CASE("distances on a hexagonal torus are those on a plane of triangles to the nearest image") {
  for (const auto& [w, h] : {std::pair{2, 2}, {5, 3}, {8, 8}, {12, 7}}) {
    const auto geometry = HexagonalTorusParams{{static_cast<unsigned>(w), static_cast<unsigned>(h)}}.geometry();
    for (int node = 0; node < w * h; ++node) {
      const int x = node % w, y = node / w;
      const unsigned nearest =
          std::min({on_triangles(x, y), on_triangles(x - w, y), on_triangles(x, y - h), on_triangles(x - w, y - h)});
      REQUIRE(geometry->distance(NodeId(0), NodeId(static_cast<std::uint32_t>(node))) == nearest);
    }
  }
}

TEST_CASE("a hypercube of n dimensions has n links a node, diameter n and average distance n/2 with itself counted") {
  for (unsigned n = 1; n <= 8; ++n) {
    const auto geometry = HypercubeParams{n}.geometry();
    const double nodes = std::pow(2, n);
    CHECK(geometry->links() == n * nodes);
    CHECK(geometry->distances().diameter == n);
    CHECK(geometry->distances().average == doctest::Approx(n / 2.0 * nodes / (nodes - 1)).epsilon(1e-12));
    CHECK(geometry->distances().channel_load == doctest::Approx(nodes / 2 / (nodes - 1)).epsilon(1e-12));
    CHECK(geometry->lanes() == topology::Lanes::lines);
  }
}

TEST_CASE("records are the shortest ways, each once, and lead where they should") {
  for (const topology::Topology& built :
       {TwistedTorusParams{{8, 4, 4}, 4, 4, 0}.build(), TwistedTorusParams{{6, 5, 4}, 1, 2, 3}.build(),
        HexagonalTorusParams{{6, 4}}.build(), CirculantParams{64, {1, 2, 3, 4, 5, 6, 7, 8}}.build(),
        CirculantParams{16, {8, 3}}.build(), MidimewParams{50}.build()}) {
    const topology::Cayley& network = cayley(built);
    const topology::MinimalRecords& records = network.records();
    for (std::uint32_t to = 0; to < network.nodes(); ++to) {
      REQUIRE(records.count(to) > 0);
      std::vector<std::vector<std::int16_t>> seen;
      for (unsigned i = 0; i < records.count(to); ++i) {
        const std::int16_t* hops = records.hops(to, i);
        RouterId at(5U % network.nodes());
        const std::uint32_t start = at.value;
        unsigned links = 0;
        for (unsigned d = 0; d < network.dimensions(); ++d) {
          for (int left = hops[d]; left != 0; left += left > 0 ? -1 : 1, ++links) {
            at = built.graph.next(at, 2 * d + (left > 0 ? 0 : 1)).router;
          }
        }
        REQUIRE(network.difference(start, at.value) == to);
        REQUIRE(links == network.distance(NodeId(start), NodeId(at.value)));
        seen.emplace_back(hops, hops + network.dimensions());
      }
      std::sort(seen.begin(), seen.end());
      REQUIRE(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    }
  }
}

TEST_CASE("a ring of opposite nodes has a record for each way, and a circulant with its half as jump has one a link") {
  const topology::Topology ring = CirculantParams{8, {1}}.build();
  CHECK(cayley(ring).records().count(4) == 2);
  CHECK(cayley(ring).records().count(3) == 1);
  const topology::Topology half = CirculantParams{8, {4, 1}}.build();
  CHECK(cayley(half).records().count(4) == 2);
}

TEST_CASE("places on a ring count up along the links ahead, from 0 to the last node before the first") {
  const topology::Topology built = TwistedTorusParams{{6, 4, 3}, 2, 3, 1}.build();
  const topology::Cayley& network = cayley(built);
  for (std::uint32_t node = 0; node < network.nodes(); ++node) {
    for (unsigned d = 0; d < network.dimensions(); ++d) {
      const std::uint32_t next = built.graph.next(RouterId(node), 2 * d).router.value;
      REQUIRE(network.place(next, d) == (network.place(node, d) + 1) % network.length(d));
    }
  }
}

TEST_CASE(
    "jumps that leave nodes apart, repeat each other or go round are faults, and so is a skew round no dimension") {
  CHECK_FALSE(CirculantParams{}.fault());
  CHECK(CirculantParams{64, {2, 6}}.fault()->text.find("the divisor 2") != std::string::npos);
  CHECK(CirculantParams{64, {1, 63}}.fault()->text.find("write each jump once") != std::string::npos);
  CHECK(CirculantParams{64, {1, 64}}.fault()->text.find("write less") != std::string::npos);
  CHECK(TwistedTorusParams{{8, 4}, 4, 2, 0}.fault()->key == "skew_zx");
  CHECK(TwistedTorusParams{{8, 4}, 4, 0, 2}.fault()->key == "skew_zy");
  CHECK_FALSE(TwistedTorusParams{{8, 4, 4}, 4, 2, 2}.fault());
}

}  // namespace cayley_test

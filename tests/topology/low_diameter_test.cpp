// SPDX-License-Identifier: Apache-2.0
// Full mesh, Slim Fly and PolarFly: the figures of published instances.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "fsin/topology/switches/full_mesh.hpp"
#include "fsin/topology/switches/polar_fly.hpp"
#include "fsin/topology/switches/slim_fly.hpp"
#include "fsin/topology/switches/switch_search.hpp"

namespace low_diameter_test {

namespace {

using namespace fsin;
using topology::SwitchGraph;

/// By degree, how many switches have it; also checks that no link is there twice or leads back to where it begins.
std::vector<unsigned> degrees(const SwitchGraph& graph) {
  std::vector<unsigned> count;
  for (std::uint32_t number = 0; number < graph.switches(); ++number) {
    std::set<std::uint32_t> neighbours;
    for (const SwitchGraph::Plug& plug : graph.links_of(number)) neighbours.insert(plug.to);
    CHECK(neighbours.size() == graph.links_of(number).size());
    CHECK(neighbours.count(number) == 0);
    count.resize(std::max<std::size_t>(count.size(), neighbours.size() + 1));
    ++count[neighbours.size()];
  }
  return count;
}

}  // namespace

TEST_CASE("a Slim Fly has 2 q^2 switches of one degree, and two links between any two of them") {
  for (const auto& [q, degree] : {std::pair{3U, 5U},
                                  {4U, 6U},
                                  {5U, 7U},
                                  {7U, 11U},
                                  {8U, 12U},
                                  {9U, 13U},
                                  {11U, 17U},
                                  {13U, 19U},
                                  {16U, 24U},
                                  {17U, 25U},
                                  {19U, 29U}}) {
    INFO("q " << q);
    topology::SlimFlyParams params{q, 1, 1};
    REQUIRE_FALSE(params.fault());
    CHECK(params.degree() == degree);
    const topology::SlimFly graph(q, 1, 1);
    CHECK(graph.switches() == 2 * q * q);
    CHECK(degrees(graph)[degree] == 2 * q * q);
    const topology::Distances found = topology::SwitchSearch(graph).distances();
    CHECK(found.diameter == 4);
    CHECK(found.average == doctest::Approx(graph.distances().average).epsilon(1e-12));
  }
}

TEST_CASE("the Slim Fly of q = 5 is the graph of Hoffman and Singleton, without a triangle or a square") {
  const topology::SlimFly graph(5, 1, 1);
  for (std::uint32_t one = 0; one < 50; ++one) {
    std::vector<unsigned> ways(50, 0);  // of two links
    for (const auto& first : graph.links_of(one)) {
      for (const auto& second : graph.links_of(first.to)) ++ways[second.to];
    }
    std::set<std::uint32_t> neighbours;
    for (const auto& plug : graph.links_of(one)) neighbours.insert(plug.to);
    for (std::uint32_t other = 0; other < 50; ++other) {
      if (other != one) REQUIRE(ways[other] == (neighbours.count(other) == 0 ? 1 : 0));
    }
  }
}

TEST_CASE("a Slim Fly has half as many terminals as links unless told otherwise") {
  for (const auto& [q, nodes] :
       {std::pair{5U, 200U}, {7U, 588U}, {11U, 2178U}, {13U, 3380U}, {17U, 7514U}, {19U, 10830U}}) {
    CHECK(topology::SlimFlyParams{q, 0, 1}.extent().nodes == nodes);
  }
  CHECK(topology::SlimFlyParams{5, 3, 2}.extent().routers == 150 + 2 * 50);
}

TEST_CASE("a PolarFly has the published numbers of switches and links, and two links between any two switches") {
  for (const auto& [q, switches, links, mean] : {std::tuple{5U, 31U, 90U, 1.8065},
                                                 {7U, 57U, 224U, 1.8596},
                                                 {11U, 133U, 792U, 1.9098},
                                                 {13U, 183U, 1274U, 1.9235},
                                                 {23U, 553U, 6624U, 1.9566},
                                                 {31U, 993U, 15872U, 1.9678}}) {
    INFO("q " << q);
    const topology::PolarFly graph(q, 1, 1);
    CHECK(graph.switches() == switches);
    CHECK(graph.links() == 2 * switches + 2 * links);
    const std::vector<unsigned> of_degree = degrees(graph);
    CHECK(of_degree[q] == q + 1);
    CHECK(of_degree[q + 1] == q * q);
    const topology::Distances found = topology::SwitchSearch(graph).distances();
    CHECK(found.diameter == 4);
    CHECK(found.average == doctest::Approx(graph.distances().average).epsilon(1e-12));
    CHECK(found.average - 2 == doctest::Approx(mean).epsilon(5e-5));
  }
  for (const unsigned q : {2U, 3U, 4U, 8U, 9U, 16U, 25U}) {
    INFO("q " << q);
    const topology::PolarFly graph(q, 1, 1);
    CHECK(degrees(graph)[q] == q + 1);
    CHECK(topology::SwitchSearch(graph).distances().diameter == 4);
  }
}

TEST_CASE("two switches of a PolarFly are one link apart where they have a link, else two") {
  const topology::PolarFly graph(4, 1, 1);
  for (std::uint32_t one = 0; one < graph.switches(); ++one) {
    for (std::uint32_t other = 0; other < graph.switches(); ++other) {
      if (one == other) continue;
      REQUIRE(graph.distance(NodeId(one), NodeId(other)) == 2 + topology::SwitchSearch(graph).distance(one, other));
    }
  }
}

TEST_CASE("the links of a full mesh are on the ports of the other switches in ascending order") {
  const topology::FullMesh mesh(5, 3, 1);
  for (std::uint32_t number = 0; number < 5; ++number) {
    for (std::uint32_t i = 0; i < 4; ++i) CHECK(mesh.links_of(number)[i].to == (i < number ? i : i + 1));
  }
  CHECK(mesh.distances().class_loads[1] == doctest::Approx(9.0 / 14));
}

TEST_CASE("the bisection of a full mesh is through its links where terminals are many, else through the terminals") {
  CHECK(topology::FullMesh(8, 4, 1).bisection() == 16);
  CHECK(topology::FullMesh(8, 8, 1).bisection() == 16);
  CHECK(topology::FullMesh(8, 2, 1).bisection() == 8);
  CHECK(topology::FullMesh(8, 4, 3).bisection() == 48);
  CHECK(topology::FullMesh(3, 4, 1).bisection() == 4);
}

TEST_CASE("orders without a field, and switches with too many ports, are told with the key to change") {
  for (const unsigned q : {6U, 10U, 12U, 15U, 18U}) CHECK(topology::SlimFlyParams{q, 0, 1}.fault()->key == "q");
  for (const unsigned q : {6U, 10U, 12U, 14U}) CHECK(topology::PolarFlyParams{q, 0, 1}.fault()->key == "q");
  CHECK(topology::SlimFlyParams{127, 0, 1}.fault()->key == "q");
  CHECK(topology::SlimFlyParams{9, 250, 1}.fault()->key == "terminals");
  CHECK(topology::FullMeshParams{200, 60, 1}.fault()->key == "terminals");
}

}  // namespace low_diameter_test

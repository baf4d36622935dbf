// SPDX-License-Identifier: Apache-2.0
// What every topology of the catalogue must give: tested over the catalogue itself, so that a new entry is tested too.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/drawing/drawing.hpp"
#include "tests/model/breadth_first.hpp"
#include "tests/model/least_cut.hpp"
#include "tests/model/topology_variants.hpp"

namespace topology_contract_test {

namespace {

using namespace fsin;
using model::Variant;
using model::variants;
using topology::Topology;

std::vector<Topology> samples() {
  std::vector<Topology> built;
  for (const Variant& params : variants()) {
    built.push_back(topology::build(params));
    const topology::Extent extent = topology::extent_of(params);
    REQUIRE_FALSE(topology::fault_of(params));
    REQUIRE(extent.nodes == static_cast<double>(built.back().graph.nodes()));
    REQUIRE(extent.routers == static_cast<double>(built.back().graph.routers()));
    REQUIRE(extent.ports == built.back().graph.ports());
    const unsigned used = extent.interface_ports == 0 ? extent.ports : extent.interface_ports;
    REQUIRE(used == built.back().graph.interface_ports());
  }
  return built;
}

/// Distances to all other nodes, sorted: what a node sees whatever the others are called.
std::vector<unsigned> surroundings(const Topology& built, std::uint32_t node) {
  std::vector<unsigned> distance = model::distances_from(built.graph, node);
  distance.resize(built.graph.nodes());
  std::sort(distance.begin(), distance.end());
  return distance;
}

}  // namespace

TEST_CASE("from every router there is a way to every router") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.routers() << " routers");
    for (std::uint32_t start = 0; start < built.graph.routers(); ++start) {
      const auto distance = model::distances_from(built.graph, start);
      REQUIRE(std::count(distance.begin(), distance.end(), model::unreachable) == 0);
    }
  }
}

TEST_CASE("the numbers of nodes fill the grid or the groups that a topology says") {
  std::set<std::string> grids, grouped;
  for (const Variant& params : variants()) {
    const topology::Numbering numbering =
        topology::Topologies::visit([](const auto& each) -> topology::Numbering { return each.numbering(); }, params);
    const Topology built = topology::build(params);
    const auto nodes = static_cast<std::uint32_t>(built.graph.nodes());
    INFO(built.name << ", " << nodes << " nodes");
    const auto distance = [&](std::uint32_t from, std::uint32_t to) {
      return built.geometry->distance(NodeId(from), NodeId(to));
    };
    if (!numbering.dims.empty()) {
      grids.insert(built.name);
      unsigned nearest = ~0U;  // of nodes at different places
      for (std::uint32_t to = numbering.terminals; to < nodes; ++to) nearest = std::min(nearest, distance(0, to));
      std::uint32_t stride = numbering.terminals;
      for (const unsigned side : numbering.dims) {
        if (side > 1) CHECK(distance(0, stride) == nearest);
        stride *= side;
      }
      CHECK(stride == nodes);
    }
    if (numbering.group != 0) {
      grouped.insert(built.name);
      CHECK(nodes % numbering.group == 0);
      unsigned within = 0, farthest = 0;
      for (std::uint32_t to = 0; to < nodes; ++to) {
        farthest = std::max(farthest, distance(0, to));
        if (to < numbering.group) within = std::max(within, distance(0, to));
      }
      CHECK(within < farthest);
    }
  }
  // A worked example of docs/contributing.md has neither.
  CHECK(grids == std::set<std::string>{"hexagonal-torus", "hypercube", "hyperx", "mesh", "torus", "twisted-torus"});
  CHECK(grouped == std::set<std::string>{"dragonfly", "dragonfly-plus"});
}

TEST_CASE("output and input ports name each other") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.routers() << " routers");
    const topology::PortGraph& graph = built.graph;
    const std::vector<topology::Link> feeders = topology::feeders(graph);
    std::size_t outputs = 0;
    std::size_t inputs = 0;
    for (std::size_t r = 0; r < graph.routers(); ++r) {
      for (unsigned p = 0; p < graph.ports(); ++p) {
        const topology::Link out = graph.next(RouterId(r), p);
        const topology::Link in = feeders[r * graph.ports() + p];
        outputs += out.exists() ? 1 : 0;
        inputs += in.exists() ? 1 : 0;
        if (out.exists()) {
          const topology::Link back = feeders[out.router.index() * graph.ports() + out.port];
          REQUIRE(back.router == RouterId(r));
          REQUIRE(back.port == p);
        }
        if (built.geometry->lanes() != topology::Lanes::none && out.exists()) REQUIRE(out.port == p);
      }
    }
    CHECK(outputs == inputs);
    CHECK(outputs == graph.links());
  }
}

TEST_CASE("closed forms of distances and links are those of a search over the links") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.routers() << " routers");
    const topology::Distances closed = built.geometry->distances();
    const std::size_t nodes = built.graph.nodes();
    std::uint64_t sum = 0;
    unsigned longest = 0;
    for (std::uint32_t from = 0; from < nodes; ++from) {
      const std::vector<unsigned> distance = model::distances_from(built.graph, from);
      for (std::uint32_t to = 0; to < nodes; ++to) {
        const unsigned minimal = built.geometry->distance(NodeId(from), NodeId(to));
        REQUIRE(minimal >= distance[to]);
        if (built.geometry->minimal_is_shortest()) REQUIRE(minimal == distance[to]);
        sum += minimal;
        longest = std::max(longest, minimal);
      }
    }
    CHECK(closed.average ==
          doctest::Approx(static_cast<double>(sum) / static_cast<double>(nodes * (nodes - 1))).epsilon(1e-12));
    CHECK(closed.diameter == longest);
    CHECK(built.geometry->links() == static_cast<double>(built.graph.links()));
  }
}

TEST_CASE("a bisection in closed form is that of a search over all halves of a small network, and never too large") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.nodes() << " nodes, " << built.graph.routers() << " routers");
    const std::optional<double> closed = built.geometry->bisection();
    if (!closed) continue;
    const std::size_t nodes = built.graph.nodes();
    if (nodes <= 12) {
      CHECK(*closed == model::LeastCut(built.graph).bisection());
    } else if (nodes <= 32) {
      CHECK(*closed <= model::LeastCut(built.graph).of((std::uint32_t{1} << nodes / 2) - 1));
    }
  }
}

TEST_CASE("the geometry says the same before the network is built, and names every port that has a link once") {
  for (const Variant& params : variants()) {
    const topology::GeometryPointer before = topology::geometry_of(params);
    const Topology built = topology::build(params);
    INFO(built.name << ", " << built.graph.routers() << " routers");
    CHECK(before->distances().average == built.geometry->distances().average);
    CHECK(before->links() == built.geometry->links());
    CHECK(before->lanes() == built.geometry->lanes());
    const auto last = static_cast<std::uint32_t>(built.graph.nodes() - 1);
    CHECK(before->distance(NodeId(0), NodeId(last)) == built.geometry->distance(NodeId(0), NodeId(last)));
    std::set<std::string> names;
    for (unsigned port = 0; port < built.graph.ports(); ++port) names.insert(built.geometry->port_name(port));
    CHECK(names.size() == built.graph.ports());
  }
}

TEST_CASE("every link is of a class that has a name, and each class has a link and a load of its own") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.routers() << " routers");
    const std::vector<std::string> names = built.geometry->link_classes();
    REQUIRE(names.size() <= topology::max_link_classes);
    CHECK(std::set<std::string>(names.begin(), names.end()).size() == names.size());
    std::set<unsigned> used;
    for (std::size_t r = 0; r < built.graph.routers(); ++r) {
      for (unsigned p = 0; p < built.graph.ports(); ++p) {
        const topology::Link next = built.graph.next(RouterId(r), p);
        if (!next.exists()) continue;
        used.insert(built.geometry->link_class(RouterId(r), p));
      }
    }
    CHECK(used.size() == names.size());
    CHECK(*used.rbegin() < names.size());
    const topology::Distances closed = built.geometry->distances();
    CHECK(closed.class_loads.empty() == closed.class_links.empty());
    if (closed.class_loads.empty()) continue;
    REQUIRE(closed.class_links.size() == names.size());
    CHECK(std::accumulate(closed.class_links.begin(), closed.class_links.end(), 0.0) ==
          doctest::Approx(closed.average).epsilon(1e-12));
    REQUIRE(closed.class_loads.size() == names.size());
    CHECK(*std::max_element(closed.class_loads.begin(), closed.class_loads.end()) == closed.channel_load);
  }
}

TEST_CASE("a drawing has a place for every router and a line or a stub for every link") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.routers() << " routers");
    const topology::Drawing drawing = topology::draw(built);
    CHECK(drawing.routers.size() == built.graph.routers());
    CHECK(drawing.links.size() == built.graph.links());
    CHECK(drawing.directions.size() == built.graph.ports());
    CHECK(drawing.names.size() == built.graph.routers() - built.graph.nodes());
    std::set<std::pair<double, double>> places;
    for (const topology::Spot& spot : drawing.routers) {
      places.emplace(spot.x, spot.y);
      CHECK(spot.x >= 0);
      CHECK(spot.x <= drawing.width);
      CHECK(spot.y >= 0);
      CHECK(spot.y <= drawing.height);
    }
    CHECK(places.size() == built.graph.routers());
  }
}

TEST_CASE("all nodes of a torus, of a Cayley graph and of a fat-tree see the same surroundings") {
  for (const Topology& built : samples()) {
    const auto* grid = topology::as<topology::Cartesian>(*built.geometry);
    const bool torus = grid != nullptr && grid->wraps;
    const bool cayley = topology::as<topology::Cayley>(*built.geometry) != nullptr;
    if (!torus && !cayley && topology::as<topology::Tree>(*built.geometry) == nullptr) continue;
    INFO(built.name << ", " << built.graph.nodes() << " nodes");
    const std::vector<unsigned> first = surroundings(built, 0);
    for (std::uint32_t node = 1; node < built.graph.nodes(); ++node) REQUIRE(surroundings(built, node) == first);
  }
}

TEST_CASE("coordinates are distances along the dimensions") {
  for (const Topology& built : samples()) {
    const auto* grid = topology::as<topology::Cartesian>(*built.geometry);
    if (grid == nullptr) continue;
    for (std::size_t node = 0; node < built.graph.nodes(); ++node) {
      for (unsigned d = 0; d < grid->dimensions(); ++d) {
        const topology::Link up = built.graph.next(RouterId(node), 2 * d);
        const unsigned here = grid->at(node)[d];
        REQUIRE(here < grid->dims[d]);
        REQUIRE(up.exists() == (grid->wraps || here + 1 < grid->dims[d]));
        if (up.exists()) REQUIRE(grid->at(up.router.index())[d] == (here + 1) % grid->dims[d]);
      }
    }
  }
}

}  // namespace topology_contract_test

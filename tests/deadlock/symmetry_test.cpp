// SPDX-License-Identifier: Apache-2.0
// What topologies say of their symmetry, on which the analysis of deadlock relies.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "fsin/topology/catalogue.hpp"

namespace symmetry_test {

namespace {

using namespace fsin;
using topology::Topology;
using Variant = topology::AnyTopology;

std::vector<Variant> defaults() {
  std::vector<Variant> all;
  topology::Topologies::for_each([&all](const auto& params) { all.emplace_back(params); });
  return all;
}

/// Every entry of the catalogue with its defaults, and other sizes of those that have symmetries.
std::vector<Topology> samples() {
  std::vector<Variant> all = defaults();
  for (const std::vector<unsigned>& dims : {std::vector<unsigned>{2}, {7}, {3, 5}, {2, 2}, {4, 3, 2}, {3, 2, 2, 3}}) {
    all.emplace_back(topology::TorusParams{dims, true});
    all.emplace_back(topology::TorusParams{dims, false});
    all.emplace_back(topology::MeshParams{dims});
  }
  using enum topology::Wiring;
  for (const topology::Wiring wiring : {relative, absolute, circulant}) {
    for (const auto& [p, a, h] : {std::tuple{2U, 4U, 2U}, {1U, 2U, 1U}, {3U, 3U, 1U}, {1U, 3U, 3U}, {2U, 5U, 1U}}) {
      all.emplace_back(topology::DragonflyParams{p, a, h, wiring});
      for (const unsigned groups : {2U, a * h, a * h / 2 + 1}) {
        all.emplace_back(topology::DragonflyParams{p, a, h, wiring, std::max(2U, groups)});
      }
    }
  }
  std::vector<Topology> built;
  for (const Variant& params : all) built.push_back(topology::build(params));
  return built;
}

}  // namespace

TEST_CASE("the symmetry that takes a router to the first of its orbit keeps links, their ports and nodes") {
  for (const Topology& built : samples()) {
    INFO(built.name << ", " << built.graph.routers() << " routers");
    const topology::PortGraph& graph = built.graph;
    const topology::Geometry& geometry = *built.geometry;
    for (std::uint32_t from = 0; from < graph.routers(); ++from) {
      const std::uint32_t first = geometry.orbit(RouterId(from));
      REQUIRE(first <= from);
      REQUIRE(geometry.orbit(RouterId(first)) == first);
      const auto image = [&](RouterId router) { return geometry.image(router, RouterId(from), RouterId(first)); };
      REQUIRE(image(RouterId(from)) == RouterId(first));
      if (first == from || from % 7 != 1) continue;
      std::set<std::uint32_t> images;
      for (std::uint32_t r = 0; r < graph.routers(); ++r) {
        const RouterId there = image(RouterId(r));
        images.insert(there.value);
        REQUIRE((there.index() < graph.nodes()) == (r < graph.nodes()));
        REQUIRE(geometry.orbit(there) == geometry.orbit(RouterId(r)));
        for (unsigned port = 0; port < graph.ports(); ++port) {
          const topology::Link link = graph.next(RouterId(r), port), moved = graph.next(there, port);
          REQUIRE(link.exists() == moved.exists());
          if (!link.exists()) continue;
          REQUIRE(moved.router == image(link.router));
          REQUIRE(moved.port == link.port);
        }
      }
      REQUIRE(images.size() == graph.routers());
    }
  }
}

}  // namespace symmetry_test

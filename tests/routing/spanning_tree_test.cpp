// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/spanning_tree.hpp"

#include <doctest/doctest.h>

#include <map>
#include <queue>
#include <tuple>

#include "tests/routing/any_network.hpp"

namespace spanning_tree_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::PortChoice;
using routing::SpanningTreeParams;

SpanningTreeParams up_down(PortChoice choice, std::optional<unsigned> root = {}) {
  SpanningTreeParams params;
  params.choice = choice;
  params.root = root;
  return params;
}

/// Levels of the routers below a root, interfaces too, and up*/down* ways by a search over routers and phases.
struct Legal {
  Legal(const topology::PortGraph& links, std::uint32_t root) : graph(links), level(searched(links, root)) {}

  bool down(std::uint32_t from, std::uint32_t to) const {
    return std::tuple(level[from], from) < std::tuple(level[to], to);
  }
  unsigned links(std::uint32_t source, std::uint32_t destination) const {
    std::map<std::pair<std::uint32_t, bool>, unsigned> reached{{{source, false}, 0}};
    std::queue<std::pair<std::uint32_t, bool>> open;
    open.push({source, false});
    for (; !open.empty(); open.pop()) {
      const auto [router, fell] = open.front();
      if (router == destination) return reached[open.front()];
      for (unsigned port = 0; port < graph.ports(); ++port) {
        const topology::Link link = graph.next(RouterId(router), port);
        if (!link.exists() || link.router.value == router) continue;
        const bool falls = down(router, link.router.value);
        if (fell && !falls) continue;
        if (reached.emplace(std::pair{link.router.value, falls}, reached[open.front()] + 1).second) {
          open.push({link.router.value, falls});
        }
      }
    }
    return ~0U;
  }

  const topology::PortGraph& graph;
  std::vector<unsigned> level;
};

}  // namespace

TEST_CASE("every way goes up, then down, and no legal way has fewer links") {
  for (const topology::Topology& built : two_way_networks()) {
    const std::uint32_t root = static_cast<std::uint32_t>(built.graph.routers()) - 1;
    const Legal legal(built.graph, root);
    for (const PortChoice choice : {PortChoice::first, PortChoice::adaptive, PortChoice::emptiest}) {
      const TableRoute route = route_on(built, up_down(choice, root), 1);
      StateSearch search(route, built, 1);
      const auto in_feeder = topology::feeders(built.graph);
      search.see = [&](const AnyView& view, const auto&, unsigned out) {
        if (view.injected) return;
        const auto came = in_feeder[view.at_router * built.graph.ports() + view.came_by].router.value;
        const auto goes = built.graph.next(RouterId(view.at_router), out).router.value;
        if (legal.down(came, view.at_router)) REQUIRE(legal.down(view.at_router, goes));
      };
      for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
        const auto found = search.from(source, destination);
        REQUIRE(found.shortest == legal.links(source, destination));
        REQUIRE(found.longest == found.shortest);
      });
      CHECK_FALSE(search.waits().has_cycle());
    }
  }
}

TEST_CASE("the root is the switch whose farthest switch is nearest, unless another one is named") {
  const topology::Topology line = listed({1, 1, 1, 1, 1}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}});
  const routing::Fabric fabric(line.graph);
  CHECK(fabric.router_of(routing::central_switch(fabric)) == 5 + 2);
  CHECK(fabric.router_of(root_of(up_down(PortChoice::first, 8), fabric)) == 8);
}

TEST_CASE("a root that is no switch, and one-way links without a legal way, are refused by name") {
  const auto complaint = [](const topology::Topology& built, std::optional<unsigned> root) {
    Diagnostics diagnostics;
    const routing::Report::Locate nowhere;
    routing::Report report(diagnostics, nowhere);
    check_links(up_down(PortChoice::first, root), setup_on(built, 1), report);
    return diagnostics.text();
  };
  CHECK(complaint(petersen(), 3).find("router 3 is no switch") != std::string::npos);
  CHECK(complaint(petersen(), 300).find("router 300 is no switch") != std::string::npos);
  CHECK(complaint(petersen(), 25).empty());
  CHECK(complaint(one_way(), {}).find("no way from node") != std::string::npos);
}

}  // namespace spanning_tree_test

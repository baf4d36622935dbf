// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/algorithms/shortest.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/routing/any_network.hpp"

namespace shortest_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::PortChoice;
using routing::ShortestParams;

constexpr PortChoice choices[]{PortChoice::first, PortChoice::flow, PortChoice::packet, PortChoice::adaptive,
                               PortChoice::emptiest};

ShortestParams shortest(PortChoice choice, std::uint64_t seed = 1) {
  ShortestParams params;
  params.choice = choice;
  params.hash_seed = seed;
  return params;
}

}  // namespace

TEST_CASE("network interfaces have no row in a table, and switches without nodes no column") {
  const routing::Fabric tree(topology::FatTreeParams{2, 3}.build().graph);
  CHECK(tree.nodes() == 8);
  CHECK(tree.switches() == 12);
  CHECK(tree.homes() == 4);
  const routing::Fabric torus(topology::TorusParams{{4, 4}, true}.build().graph);
  CHECK(torus.switches() == 16);
  CHECK(torus.homes() == 16);
  const routing::Fabric two(topology::TorusParams{{2}, false}.build().graph);
  CHECK(two.switches() == 2);
  const routing::Fabric odd(crooked().graph);
  CHECK(odd.switches() == 7);
  CHECK(odd.homes() == 5);
}

TEST_CASE("every way of shortest routing has the fewest links, whatever chooses among them") {
  for (const topology::Topology& built : networks()) {
    for (const PortChoice choice : choices) {
      const TableRoute route = route_on(built, shortest(choice), 4);
      StateSearch search(route, built, 4);
      std::vector<unsigned> links;
      for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
        if (destination == (source == 0 ? 1U : 0U)) links = searched(built.graph, source);
        const auto found = search.from(source, destination);
        REQUIRE(found.shortest == links[destination]);
        REQUIRE(found.longest == links[destination]);
      });
    }
  }
}

TEST_CASE("the virtual channel is the number of links between switches that were crossed, at most the last one") {
  for (const topology::Topology& built : networks()) {
    for (const unsigned vcs : {1U, 2U, 3U}) {
      const TableRoute route = route_on(built, shortest(PortChoice::first), vcs);
      const unsigned levels = std::clamp(route.tables->longest, 1U, vcs);
      StateSearch search(route, built, vcs);
      search.see = [&](const AnyView& view, const auto& state, unsigned out) {
        const unsigned hops = state.hops == 0xffffU ? 0 : state.hops;
        REQUIRE(out % vcs % levels == out % vcs - state.base);
        REQUIRE(out % vcs - state.base == std::min(hops, levels - 1) * (vcs / levels));
        if (!view.injected && between_switches(built, route, view.at_router, out / vcs)) REQUIRE(hops <= levels);
      };
      if (vcs % levels == 0 && vcs / levels == 1) {
        for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) { search.from(source, destination); });
      }
    }
  }
}

TEST_CASE("as many virtual channels as the longest way has links between switches leave no cycle of waits") {
  for (const topology::Topology& built : networks()) {
    for (const PortChoice choice : {PortChoice::first, PortChoice::adaptive, PortChoice::emptiest}) {
      const unsigned needed = std::max(1U, routing::shortest_tables(routing::Fabric(built.graph), choice).longest);
      for (const unsigned vcs : {needed, 2 * needed + 1}) {
        const TableRoute route = route_on(built, shortest(choice), vcs);
        StateSearch search(route, built, vcs);
        for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) { search.from(source, destination); });
        CHECK_FALSE(search.waits().has_cycle());
      }
    }
  }
  const topology::Topology ring = topology::TorusParams{{6}, true}.build();
  const TableRoute route = route_on(ring, shortest(PortChoice::first), 1);
  StateSearch search(route, ring, 1);
  for_pairs(ring, [&](std::uint32_t source, std::uint32_t destination) { search.from(source, destination); });
  CHECK(search.waits().has_cycle());
}

TEST_CASE("a flow has one way, and flows spread evenly over equally good ones, differently at each switch") {
  const topology::Topology tree = topology::FatTreeParams{4, 3}.build();
  const TableRoute route = route_on(tree, shortest(PortChoice::flow), 1);
  std::map<std::uint32_t, std::map<unsigned, double>> used;
  StateSearch search(route, tree, 1);
  search.see = [&](const AnyView& view, const auto& state, unsigned out) {
    if (view.at_router >= 64 && out < 4 && state.hops <= 1) ++used[view.at_router][out];
  };
  for_pairs(tree, [&](std::uint32_t source, std::uint32_t destination) {
    const auto found = search.from(source, destination);
    REQUIRE(found.shortest == found.longest);
  });
  for (const auto& [router, ports] : used) {
    if (router >= 80) continue;  // the first stage: 4 sources to 60 destinations each
    REQUIRE(ports.size() == 4);
    for (const auto& [port, flows] : ports) CHECK(flows == doctest::Approx(60).epsilon(0.4));
  }
  // Polarised, all flows that come to a switch of the second stage would leave it by one port.
  for (const auto& [router, ports] : used) {
    double all = 0, most = 0;
    for (const auto& [port, flows] : ports) {
      all += flows;
      most = std::max(most, flows);
    }
    CHECK(most < 0.6 * all);
  }
}

TEST_CASE("another seed of the hash gives flows other ways") {
  const topology::Topology torus = topology::TorusParams{{4, 4}, true}.build();
  const TableRoute one = route_on(torus, shortest(PortChoice::flow, 1), 1);
  const TableRoute other = route_on(torus, shortest(PortChoice::flow, 2), 1);
  unsigned differ = 0;
  for_pairs(torus, [&](std::uint32_t source, std::uint32_t destination) {
    AnyView view;
    view.at_router = source;
    Outcomes outcomes;
    const EnteringOutcomes draws(outcomes);
    routing::Retry retry = 0;
    differ += one.request(view, one.start(source, destination, draws), retry).out !=
              other.request(view, other.start(source, destination, draws), retry).out;
  });
  CHECK(differ > 20);
}

TEST_CASE("a pair of nodes without a way is named before a run") {
  const topology::Topology built = listed({1, 1, 1}, {{0, 1}}, {{1, 2}});
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  check_links(ShortestParams{}, setup_on(built, 1), report);
  CHECK(diagnostics.text().find("no way from node 2 to node 0") != std::string::npos);
}

TEST_CASE("what tables take is known before they are made") {
  const topology::Topology torus = topology::TorusParams{{8, 8}, true}.build();
  const topology::Extent extent = topology::TorusParams{{8, 8}, true}.extent();
  for (const PortChoice choice : choices) {
    const double estimated = shortest(choice).table_bytes(extent);
    CHECK(route_on(torus, shortest(choice), 1).tables->bytes() == doctest::Approx(estimated).epsilon(0.03));
  }
}

}  // namespace shortest_test

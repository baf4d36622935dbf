// SPDX-License-Identifier: Apache-2.0
// Routings by tables in networks that faults have cut in pieces: whoever still has a way arrives, and whoever has none
// comes to a link that has failed, whatever it chooses, and not back to where it was.
#include "fsin/routing/tables/lost_ways.hpp"

#include <doctest/doctest.h>

#include "fsin/routing/algorithms/channel_table.hpp"
#include "fsin/routing/algorithms/escape_tree.hpp"
#include "fsin/routing/algorithms/graph_par.hpp"
#include "fsin/routing/algorithms/graph_ugal_g.hpp"
#include "fsin/routing/algorithms/graph_valiant.hpp"
#include "fsin/routing/algorithms/k_paths.hpp"
#include "fsin/routing/algorithms/layered.hpp"
#include "fsin/routing/algorithms/shortest.hpp"
#include "fsin/routing/algorithms/spanning_tree.hpp"
#include "fsin/routing/algorithms/table_file.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "tests/routing/any_network.hpp"
#include "tests/scratch.hpp"

namespace lost_ways_test {

namespace {

using namespace fsin;
using namespace routing_tests;

constexpr unsigned vcs = 3;

topology::Topology failed(topology::Topology built, const std::vector<std::string>& links,
                          const std::vector<std::string>& routers, bool one_way = false) {
  topology::FaultPlan faults;
  faults.links = links;
  faults.routers = routers;
  faults.one_way = one_way;
  topology::fail(faults, built);
  REQUIRE(built.failures.mistakes.empty());
  return built;
}

/// Networks in which some pairs have no way any more.
std::vector<topology::Topology> cut_networks() {
  std::vector<topology::Topology> all;
  all.push_back(failed(topology::MeshParams{{4, 2}}.build(), {"1-2", "5-6"}, {}));     // two halves
  all.push_back(failed(topology::TorusParams{{4, 3}, true}.build(), {}, {"0", "5"}));  // the lowest one is alone
  all.push_back(failed(topology::LeafSpineParams{3, 2, 2, 1, 1}.build(), {"n1-s0"}, {"s2"}));
  all.push_back(failed(topology::LeafSpineParams{3, 2, 2, 1, 2}.build(), {"n1-s0"}, {"s5", "s6"}));
  all.push_back(failed(topology::LeafSpineParams{3, 2, 2, 1, 1}.build(), {"n2-s1"}, {}, true));
  return all;
}

/// From one state on, over all candidates: every way ends at a failed link before it has `most` links.
template <class Algorithm>
void check_ends(const Algorithm& algorithm, const topology::Topology& built, const AnyView& view,
                const typename Algorithm::State& state, unsigned most) {
  REQUIRE(most > 0);
  unsigned count = 0;
  algorithm.candidates(view, state, [&](std::int32_t out) {
    ++count;
    const unsigned port = static_cast<unsigned>(out) / vcs;
    const topology::Link link = built.graph.next(RouterId(view.at_router), port);
    if (!link.exists()) {
      REQUIRE(built.failures.find(RouterId(view.at_router), port) != nullptr);
      return;
    }
    auto behind = state;
    algorithm.advance(behind, port);
    AnyView next;
    next.at_router = link.router.value;
    next.injected = false;
    next.came_by = link.port;
    next.came_vc = static_cast<unsigned>(out) % vcs;
    check_ends(algorithm, built, next, behind, most - 1);
  });
  REQUIRE(count > 0);
}

template <class Family>
void check_all_pairs(const topology::Topology& built, const Family& family) {
  routing::Setup<topology::Geometry> setup = setup_on(built, vcs);
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  check_links(family, setup, report);
  REQUIRE_MESSAGE(diagnostics.ok(), diagnostics.text());
  unsigned lost = 0, whole = 0;
  with_algorithm(family, setup, [&](const auto& algorithm) {
    StateSearch search(algorithm, built, vcs);
    for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
      if (searched(built.graph, source)[destination] < 1'000'000) {
        ++whole;
        search.from(source, destination);
        return;
      }
      ++lost;
      for_each_start(algorithm, source, destination, [&](const auto& state) {
        AnyView view;
        view.at_router = source;
        check_ends(algorithm, built, view, state, 16);
      });
    });
  });
  CHECK(lost > 0);
  CHECK(whole > 0);
}

}  // namespace

TEST_CASE("who has a way arrives, and who has none comes to a failed link") {
  for (const topology::Topology& built : cut_networks()) {
    check_all_pairs(built, routing::ShortestParams{});
    check_all_pairs(built, routing::GraphValiantParams{});
    check_all_pairs(built, routing::GraphUgalParams{});
    check_all_pairs(built, routing::GraphUgalGParams{});
    check_all_pairs(built, routing::GraphParParams{});
    check_all_pairs(built, routing::PathsParams{});
    check_all_pairs(built, routing::LayeredParams{});
    check_all_pairs(built, routing::SpanningTreeParams{});
    check_all_pairs(built, routing::EscapeTreeParams{});
  }
}

TEST_CASE("a table from a file may lead to a link that has failed, and needs no lines where the network is cut off") {
  const test::Scratch scratch;
  const topology::Topology built = failed(listed({1, 1, 1}, {{0, 1}, {1, 2}}), {"s1-s2"}, {});
  routing::TableFileParams params;
  params.file = scratch.file("whole.txt", "3 1 1\n3 2 1\n4 0 1\n4 2 2\n5 0 1\n5 1 1\n");
  check_all_pairs(built, params);
  params.file = scratch.file("left.txt", "3 1 1\n4 0 1\n");
  check_all_pairs(built, params);
  routing::ChannelTableParams channels;
  channels.file = scratch.file("channels.txt", "3 * 1 1\n3 * 2 1\n4 * 0 1\n4 * 2 2\n5 * 0 1\n5 * 1 1\n");
  check_all_pairs(built, channels);
  channels.file = scratch.file("fewer.txt", "3 * 1 1\n4 * 0 1\n");
  check_all_pairs(built, channels);
}

TEST_CASE("nobody returns from the escape channel where a packet may be stranded") {
  const auto returns = [](const topology::Topology& built) {
    routing::EscapeTreeParams params;
    params.returns = true;
    routing::Setup<topology::Geometry> setup = setup_on(built, vcs);
    return make_route(params, setup).returns;
  };
  const topology::Topology torus = topology::TorusParams{{4, 3}, true}.build();
  CHECK(returns(torus));
  CHECK(returns(failed(torus, {"0-1"}, {})));
  CHECK_FALSE(returns(failed(torus, {"0-1 at 100"}, {})));
  CHECK_FALSE(returns(failed(torus, {}, {"0"})));
}

TEST_CASE("a network that was in pieces before the faults is refused") {
  const topology::Topology built = failed(listed({1, 1, 1, 1}, {{0, 1}, {2, 3}}, {}), {"s0-s1"}, {});
  routing::Setup<topology::Geometry> setup = setup_on(built, vcs);
  CHECK(make_route(routing::ShortestParams{}, setup).tables->cut_off.has_value());
}

}  // namespace lost_ways_test

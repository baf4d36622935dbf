// SPDX-License-Identifier: Apache-2.0
// PAR and UGAL-G over any network: which ways packets take, on how many virtual channels, and what their switches look
// at when they decide.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>

#include "fsin/routing/algorithms/graph_par.hpp"
#include "fsin/routing/algorithms/graph_ugal_g.hpp"
#include "fsin/topology/dragonflies/dragonfly_plus.hpp"
#include "tests/routing/any_network.hpp"

namespace graph_decisions_test {

namespace {

using namespace fsin;
using namespace routing_tests;
using routing::PortChoice;
using State = TableRoute::State;

routing::GraphParParams par_of(unsigned decisions, PortChoice choice = PortChoice::emptiest) {
  routing::GraphParParams params;
  params.decisions = decisions;
  params.choice = choice;
  return params;
}

/// A switch that knows the phits in the next queue of each channel of each router, and what waits for its links.
struct KnownView : AnyView {
  std::function<unsigned(std::uint32_t router, std::int32_t out)> phits;
  std::function<unsigned(std::int32_t out)> waiting = [](std::int32_t) { return 0U; };

  unsigned phits_ahead(std::int32_t out) const { return phits(at_router, out); }
  std::uint64_t backlog(std::int32_t out) const { return phits(at_router, out) + waiting(out); }
  unsigned phits_at(std::uint32_t router, std::int32_t out) const { return phits(router, out); }
};

std::uint32_t switch_of(const topology::Topology& built, std::uint32_t node) {
  return built.graph.next(RouterId(node), 0).router.value;
}

/// Switches of the Petersen graph, in which two have one shortest path: true if it leaves `middle` by a link.
bool leaves(const std::vector<std::vector<unsigned>>& links, std::uint32_t middle, std::uint32_t from,
            std::uint32_t to) {
  if (from == to || middle == to) return false;
  return middle == from || (links[from][to] == 2 && links[from][middle] == 1 && links[middle][to] == 1);
}

/// Calls use(source, destination, middle) for all pairs with two links between their switches, and the switch between.
template <class Use>
void for_pairs_at_two(const topology::Topology& built, const std::vector<std::vector<unsigned>>& links, Use use) {
  for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
    const std::uint32_t from = switch_of(built, source), to = switch_of(built, destination);
    if (links[from][to] != 2) return;
    for (std::uint32_t middle = 0; middle < links.size(); ++middle) {
      if (links[from][middle] == 1 && links[middle][to] == 1) use(source, destination, middle);
    }
  });
}

std::vector<std::vector<unsigned>> all_links(const topology::Topology& built) {
  std::vector<std::vector<unsigned>> links;
  for (std::uint32_t router = 0; router < built.graph.routers(); ++router) {
    links.push_back(searched(built.graph, router));
  }
  return links;
}

/// Calls use(state) for the state of a packet with each detour at the switch of its source.
template <class Algorithm, class Use>
void for_each_detour(const Algorithm& algorithm, std::uint32_t source, std::uint32_t destination, Use use) {
  for_each_start(algorithm, source, destination, [&](State state) {
    algorithm.advance(state, 0);
    if (state.toward != state.column) use(state);
  });
}

}  // namespace

TEST_CASE("with PAR all packets arrive, on the channels that its ladder counts, without a cycle of waits") {
  for (const topology::Topology& built :
       {petersen(), crooked(), one_way(), topology::TorusParams{{3, 3}, true}.build(),
        topology::DragonflyPlusParams{.p = 1, .leaves = 2, .spines = 2, .h = 1, .groups = 3}.build()}) {
    for (const unsigned decisions : {2U, 3U}) {
      for (const PortChoice choice : {PortChoice::first, PortChoice::adaptive, PortChoice::emptiest}) {
        const unsigned levels = route_on(built, par_of(decisions, choice), 16).tables->longest_detour;
        const TableRoute route = route_on(built, par_of(decisions, choice), levels);
        CHECK(route.whole_ladder() == levels);
        CHECK(route_on(built, par_of(decisions, choice), levels - 1).whole_ladder() == 0);
        StateSearch search(route, built, levels);
        for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
          REQUIRE(search.from(source, destination).longest <= levels + 2);
        });
        CHECK_FALSE(search.waits().has_cycle());
      }
    }
  }
}

TEST_CASE("each further decision of PAR makes its longest way a link longer, as long as there is a switch to decide") {
  const topology::Topology built = petersen();
  for (const unsigned decisions : {2U, 3U}) {  // of a shortest path of two links the third switch is the last
    const TableRoute route = route_on(built, par_of(decisions), 5);
    CHECK(route.tables->longest_detour == 5);
    StateSearch search(route, built, 5);
    unsigned longest = 0, shortest = ~0U;
    for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
      const auto found = search.from(source, destination);
      REQUIRE(found.shortest == searched(built.graph, source)[destination]);
      longest = std::max(longest, found.longest);
      shortest = std::min(shortest, found.shortest);
    });
    CHECK(longest == 5 + 2);
    CHECK(shortest == 2);
  }
  const topology::Topology ring = topology::TorusParams{{8}, true}.build();
  CHECK(route_on(ring, par_of(2), 16).tables->longest_detour == 9);
  CHECK(route_on(ring, par_of(3), 16).tables->longest_detour == 10);
  CHECK(route_on(ring, par_of(9), 16).tables->longest_detour == 11);  // the fourth link leads to the destination
}

TEST_CASE("a switch without nodes may be further from another switch than any with nodes, which PAR counts") {
  const topology::Topology built = topology::DragonflyPlusParams{}.build();
  const unsigned diameter = routing::shortest_tables(routing::Fabric(built.graph), PortChoice::first).longest;
  CHECK(diameter == 3);
  // From a spine without a link to the third group: to a leaf, another spine, the spine there and its leaf.
  CHECK(route_on(built, par_of(2), 16).tables->longest_detour == 1 + 4 + 3);
}

TEST_CASE("with PAR the second switch sends a packet on its detour when only its own link is full") {
  const topology::Topology built = petersen();
  const auto links = all_links(built);
  const TableRoute route = route_on(built, par_of(2), 5);
  unsigned sent = 0, kept = 0;
  for_pairs_at_two(built, links, [&](std::uint32_t source, std::uint32_t destination, std::uint32_t middle) {
    const std::uint32_t to = switch_of(built, destination);
    KnownView view;
    view.injected = false;
    view.phits = [&](std::uint32_t router, std::int32_t out) {
      return router == middle && built.graph.next(RouterId(router), static_cast<unsigned>(out) / 5).router.value == to
                 ? 100U
                 : 0U;
    };
    for_each_detour(route, source, destination, [&](State state) {
      const std::uint32_t over = switch_of(built, 2 * state.toward), home = state.column;
      view.at_router = switch_of(built, source);
      route.decide(view, state);
      REQUIRE(state.toward == home);  // the queues of the first switch are empty
      route.advance(state, 1);
      view.at_router = middle;
      route.decide(view, state);
      REQUIRE(state.column == home);
      // From the switch of the detour itself, or by the same link, there is nothing to choose.
      const bool detour = over != middle && !(links[middle][over] == 2 && links[over][to] == 1);
      REQUIRE((state.toward != home) == detour);
      (detour ? sent : kept) += 1;
    });
  });
  CHECK(sent > 0);
  CHECK(kept > 0);
}

TEST_CASE("UGAL-G sees a full link behind the first switch, of which UGAL-L knows nothing") {
  const topology::Topology built = petersen();
  const auto links = all_links(built);
  const auto global = route_on(built, routing::GraphUgalGParams{}, 4);
  const TableRoute local = route_on(built, routing::GraphUgalParams{}, 4);
  unsigned sent = 0, kept = 0;
  for_pairs_at_two(built, links, [&](std::uint32_t source, std::uint32_t destination, std::uint32_t middle) {
    const std::uint32_t from = switch_of(built, source), to = switch_of(built, destination);
    KnownView view;
    view.injected = false;
    view.at_router = from;
    view.phits = [&](std::uint32_t router, std::int32_t) { return router == middle ? 100U : 0U; };
    for_each_detour(global, source, destination, [&](State state) {
      const std::uint32_t over = global.tables->router_of_switch[state.toward];
      State by_local = state;
      local.decide(view, by_local);
      REQUIRE(by_local.toward == by_local.column);
      global.decide(view, state);
      const bool detour = !leaves(links, middle, from, over) && !leaves(links, middle, over, to);
      REQUIRE((state.toward != state.column) == detour);
      (detour ? sent : kept) += 1;
    });
  });
  CHECK(sent > 0);
  CHECK(kept > 0);
}

TEST_CASE("a link for which packets wait while the queue behind it is empty is seen by backlogs only") {
  const topology::Topology built = petersen();
  const auto links = all_links(built);
  routing::GraphUgalParams by_backlog;
  by_backlog.queues = routing::QueuesWeighed::backlog;
  const TableRoute next = route_on(built, routing::GraphUgalParams{}, 4), backlog = route_on(built, by_backlog, 4);
  const auto global = route_on(built, routing::GraphUgalGParams{}, 4);
  unsigned sent = 0, kept = 0;
  for_pairs_at_two(built, links, [&](std::uint32_t source, std::uint32_t destination, std::uint32_t middle) {
    KnownView view;
    view.injected = false;
    view.at_router = switch_of(built, source);
    view.phits = [](std::uint32_t, std::int32_t) { return 0U; };
    view.waiting = [&](std::int32_t out) {
      const topology::Link link = built.graph.next(RouterId(view.at_router), static_cast<unsigned>(out) / 4);
      return link.router.value == middle ? 100U : 0U;
    };
    for_each_detour(backlog, source, destination, [&](const State& state) {
      const std::uint32_t over = switch_of(built, 2 * state.toward);
      const bool detour = over != middle && !leaves(links, middle, view.at_router, over);
      State decided = state;
      next.decide(view, decided);
      REQUIRE(decided.toward == decided.column);
      decided = state;
      backlog.decide(view, decided);
      REQUIRE((decided.toward != decided.column) == detour);
      decided = state;
      global.decide(view, decided);
      REQUIRE((decided.toward != decided.column) == detour);
      (detour ? sent : kept) += 1;
    });
  });
  CHECK(sent > 0);
  CHECK(kept > 0);
}

TEST_CASE("UGAL-G compares sums of phits, by more than its threshold") {
  const topology::Topology built = petersen();
  const auto links = all_links(built);
  for (const unsigned threshold : {0U, 4U, 8U}) {
    routing::GraphUgalGParams params;
    params.threshold = threshold;
    const auto route = route_on(built, params, 4);
    for_pairs_at_two(built, links, [&](std::uint32_t source, std::uint32_t destination, std::uint32_t middle) {
      KnownView view;
      view.injected = false;
      view.at_router = switch_of(built, source);
      // 13 on the shortest path; 2 on each link of the detour, 5 where it leaves the switch of the source.
      view.phits = [&](std::uint32_t router, std::int32_t) {
        return router == middle ? 8U : router == view.at_router ? 5U : 2U;
      };
      for_each_detour(route, source, destination, [&](State state) {
        const std::uint32_t over = route.tables->router_of_switch[state.toward];
        const std::uint32_t to = switch_of(built, destination);
        if (leaves(links, middle, view.at_router, over) || leaves(links, middle, over, to)) return;
        if (leaves(links, view.at_router, over, to)) return;
        const unsigned around = 5 + 2 * (links[view.at_router][over] + links[over][to] - 1);
        route.decide(view, state);
        REQUIRE((state.toward != state.column) == (13 > around + threshold));
      });
    });
  }
}

TEST_CASE("with UGAL-G all packets arrive, on twice the diameter of channels, without a cycle of waits") {
  for (const topology::Topology& built : {petersen(), crooked(), one_way()}) {
    for (const PortChoice choice : {PortChoice::first, PortChoice::flow, PortChoice::emptiest}) {
      routing::GraphUgalGParams params;
      params.choice = choice;
      const unsigned levels = 2 * route_on(built, params, 16).tables->longest;
      const auto route = route_on(built, params, levels);
      CHECK(route.whole_ladder() == levels);
      StateSearch search(route, built, levels);
      unsigned detours = 0;
      for_pairs(built, [&](std::uint32_t source, std::uint32_t destination) {
        const auto found = search.from(source, destination);
        REQUIRE(found.shortest == searched(built.graph, source)[destination]);
        detours += found.longest > found.shortest ? 1 : 0;
      });
      CHECK(detours > 0);
      CHECK_FALSE(search.waits().has_cycle());
    }
  }
}

}  // namespace graph_decisions_test

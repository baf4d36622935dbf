// SPDX-License-Identifier: Apache-2.0
// Dimension-order routing on direct networks beyond grids, without an engine: packets arrive over shortest ways,
// whatever is drawn when they enter, and datelines cut every ring.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "fsin/routing/algorithms/dor.hpp"
#include "fsin/topology/catalogue.hpp"

namespace direct_networks_test {

namespace {

using namespace fsin;

/// A draw of the list, and how many there are.
struct OneDraw {
  std::uint32_t chosen;
  std::uint32_t* choices;
  static bool coin(unsigned) { return false; }
  std::uint32_t uniform(std::uint32_t n, unsigned) const {
    *choices = n;
    return chosen;
  }
};

struct View {
  std::uint32_t at;
  unsigned in;
  bool injected;
  unsigned vcs;
  std::uint32_t router() const { return at; }
  bool from_injection() const { return injected; }
  unsigned in_port() const { return in / vcs; }
  unsigned in_vc() const { return in % vcs; }
  static bool can_request(std::int32_t) { return true; }
  static std::uint32_t uniform(std::uint32_t, std::uint32_t) { return 0; }
};

std::vector<topology::Topology> networks() {
  return {topology::TwistedTorusParams{{8, 4}, 4, 0, 0}.build(),
          topology::TwistedTorusParams{{5, 3, 4}, 2, 1, 2}.build(),
          topology::HexagonalTorusParams{{6, 5}}.build(),
          topology::HypercubeParams{5}.build(),
          topology::CirculantParams{30, {6, 10, 15}}.build(),
          topology::CirculantParams{40, {1, 2, 3, 20}}.build(),
          topology::MidimewParams{41}.build()};
}

/// Channels in the order in which a packet takes them.
template <class Algorithm>
std::vector<std::pair<std::uint32_t, unsigned>> way_of(const Algorithm& algorithm, const topology::Topology& built,
                                                       std::uint32_t from, std::uint32_t to, OneDraw draw) {
  std::vector<std::pair<std::uint32_t, unsigned>> way;
  typename Algorithm::State state = algorithm.start(from, to, draw);
  View view{from, 0, true, algorithm.facts.vcs};
  while (view.at != to) {
    routing::Retry retry = 0;
    const auto out = static_cast<unsigned>(algorithm.request(view, state, retry).out);
    way.emplace_back(view.at, out);
    algorithm.advance(state, out / view.vcs);
    view = {built.graph.next(RouterId(view.at), out / view.vcs).router.value, out, false, view.vcs};
  }
  return way;
}

template <class Visit>
void for_all_ways(const topology::Topology& built, router::FlowControl flow, unsigned vcs, Visit visit) {
  const auto& network = *topology::as<topology::Direct>(*built.geometry);
  const routing::Setup<topology::Direct> setup{network, &built.graph, vcs, flow, flow};
  with_algorithm(routing::DorParams{}, setup, [&](const auto& algorithm) {
    const auto nodes = static_cast<std::uint32_t>(built.graph.nodes());
    for (std::uint32_t pair = 0; pair < nodes * nodes; ++pair) {
      if (pair / nodes == pair % nodes) continue;
      std::uint32_t choices = 1;
      for (std::uint32_t drawn = 0; drawn < choices; ++drawn) {
        visit(pair / nodes, pair % nodes, way_of(algorithm, built, pair / nodes, pair % nodes, {drawn, &choices}));
      }
    }
    return 0;
  });
}

}  // namespace

TEST_CASE("dimension-order routing takes shortest ways between all pairs of nodes, whatever it draws") {
  for (const topology::Topology& built : networks()) {
    INFO(built.name);
    for_all_ways(built, router::flow_control<router::Bubble>, 1,
                 [&](std::uint32_t from, std::uint32_t to, const auto& way) {
                   REQUIRE(way.size() == built.geometry->distance(NodeId(from), NodeId(to)));
                 });
  }
}

TEST_CASE("with datelines no channel of a ring waits for itself") {
  for (const topology::Topology& built : networks()) {
    if (built.geometry->lanes() != topology::Lanes::rings) continue;
    INFO(built.name);
    using Channel = std::pair<std::uint32_t, unsigned>;
    std::map<Channel, std::set<Channel>> waits;
    for_all_ways(built, router::flow_control<router::Dateline>, 2, [&](std::uint32_t, std::uint32_t, const auto& way) {
      for (std::size_t i = 1; i < way.size(); ++i) waits[way[i - 1]].insert(way[i]);
    });
    while (!waits.empty()) {  // takes away channels that wait for none that is left
      const std::size_t before = waits.size();
      for (auto each = waits.begin(); each != waits.end();) {
        const bool free = std::none_of(each->second.begin(), each->second.end(),
                                       [&](const Channel& next) { return waits.count(next) != 0; });
        each = free ? waits.erase(each) : std::next(each);
      }
      REQUIRE(waits.size() < before);
    }
  }
}

}  // namespace direct_networks_test

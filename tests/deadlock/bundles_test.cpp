// SPDX-License-Identifier: Apache-2.0
// Following the detours of packets for one node of a bundle finds all that packets for any node can wait for.
#include <doctest/doctest.h>

#include <set>
#include <utility>
#include <vector>

#include "fsin/deadlock/explore.hpp"
#include "fsin/engine/walker.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"

namespace bundles_test {

namespace {

using namespace fsin;

using Waits = std::set<std::pair<std::uint32_t, std::vector<std::uint16_t>>>;

Waits waits_of(const deadlock::Explored& explored) {
  Waits waits;
  for (const deadlock::WaitSets::Set& set : explored.waits.sets()) {
    const auto outs = explored.waits.outs(set);
    waits.emplace(set.queue_class, std::vector<std::uint16_t>(outs.begin(), outs.end()));
  }
  return waits;
}

struct Both {
  deadlock::Explored together, apart;
};

Both explore_both(const engine::Design& design, const topology::Topology& topology) {
  const unsigned vcs = design.router.virtual_channels;
  const auto algorithm = engine::walker_of(design, topology);
  deadlock::Steps steps(*algorithm, topology, vcs);
  const deadlock::Fold fold(topology, vcs, algorithm->keeps_symmetry(), algorithm->terminals_are_equal());
  return {deadlock::explore(steps, fold, {}), deadlock::explore(steps, fold, {}, true)};
}

template <class Params>
void add_routings(std::vector<routing::AnyRouting>& all) {
  for (const auto via : {routing::DragonflyVia::group, routing::DragonflyVia::router}) {
    for (const auto ladder : {routing::LadderRule::position, routing::LadderRule::global_hops}) {
      for (const bool within : {false, true}) {
        Params params;
        params.via = via;
        params.ladder = ladder;
        params.within_group = within;
        all.emplace_back(params);
      }
    }
  }
}

}  // namespace

TEST_CASE("bundles of destinations leave out nothing that a packet can wait for") {
  std::vector<routing::AnyRouting> routings;
  add_routings<routing::DragonflyValiantParams>(routings);
  add_routings<routing::DragonflyUgalParams>(routings);
  add_routings<routing::DragonflyUgalGParams>(routings);
  add_routings<routing::DragonflyParParams>(routings);
  using enum topology::Wiring;
  const std::vector<topology::DragonflyParams> networks{
      {2, 4, 2, relative}, {1, 4, 2, absolute}, {2, 2, 1, circulant}, {1, 3, 1, relative}, {1, 4, 2, relative, 4}};
  for (const topology::DragonflyParams& network : networks) {
    const topology::Topology topology = network.build();
    for (const routing::AnyRouting& routing : routings) {
      for (const unsigned vcs : {1U, 3U, 5U}) {
        engine::Design design;
        design.topology = network;
        design.routing = routing;
        design.router.virtual_channels = vcs;
        const Both both = explore_both(design, topology);
        INFO(routing.name() << ", " << vcs << " VCs, a = " << network.a << ", h = " << network.h);
        CHECK(waits_of(both.together) == waits_of(both.apart));
        CHECK(both.together.states <= both.apart.states);
      }
    }
  }
}

}  // namespace bundles_test

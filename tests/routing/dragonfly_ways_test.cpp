// SPDX-License-Identifier: Apache-2.0
// Every way that a routing of a dragonfly may lead a packet: it arrives, is minimal where the routing says so, and each
// link's virtual channel is that of its place in the sequence of the routing.
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "fsin/core/diagnostic.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "tests/routing/dragonfly_fixture.hpp"

namespace dragonfly_ways_test {

using namespace dragonfly_fixture;
using routing::DragonflyMinimalParams;
using routing::DragonflyParParams;
using routing::DragonflyUgalGParams;
using routing::DragonflyUgalParams;
using routing::DragonflyValiantParams;
using routing::DragonflyVia;

namespace {

/// Queues are empty or full by a draw, so that every decision falls either way.
class AnyQueuesView : public routing_tests::EmptyRouterView {
 public:
  AnyQueuesView(routing_tests::Outcomes& outcomes, const At& at) : EmptyRouterView(outcomes, at), queues_(&outcomes) {}
  unsigned phits_ahead(std::int32_t) const { return queues_->draw(2) * 1000; }
  unsigned phits_at(std::uint32_t, std::int32_t) const { return queues_->draw(2) * 1000; }

 private:
  routing_tests::Outcomes* queues_;
};

std::string kinds(const Topology& built, const std::vector<Hop>& hops) {
  std::string text;
  for (const Hop& hop : hops) {
    if (kind(built, hop) != 't') text += kind(built, hop);
  }
  return text;
}

/// Whether each link has the channel of the first later place of its kind in `sequence`.
bool climbs(const Topology& built, const std::vector<Hop>& hops, std::string_view sequence) {
  std::size_t place = 0;
  for (const Hop& hop : hops) {
    const char link = kind(built, hop);
    if (link == 't') continue;
    place = sequence.find(link, place);
    if (place == std::string_view::npos) return false;
    const std::string_view before = sequence.substr(0, place);
    if (hop.vc != static_cast<unsigned>(std::count(before.begin(), before.end(), link))) return false;
    ++place;
  }
  return true;
}

/// All ways between all pairs of nodes; returns the sequences of links that occur.
template <class Family>
std::set<std::string> all_ways(const Family& family, const Topology& built, std::string_view sequence, unsigned vcs) {
  std::set<std::string> seen;
  const auto nodes = static_cast<std::uint32_t>(built.graph.nodes());
  unsigned wrong = 0;
  with_routing(family, built, vcs, [&](const auto& algorithm) {
    for (std::uint32_t s = 0; s < nodes; ++s) {
      for (std::uint32_t d = 0; d < nodes; ++d) {
        if (s == d) continue;
        double chances = 0;
        routing_tests::for_each_way<AnyQueuesView>(
            algorithm, vcs, built, {s, d}, [&](const auto& hops, double probability) {
              chances += probability;
              seen.insert(kinds(built, hops));
              wrong += climbs(built, hops, sequence) ? 0 : 1;
              if (std::is_same_v<Family, DragonflyMinimalParams>) {
                wrong += hops.size() == built.geometry->distance(NodeId(s), NodeId(d)) ? 0 : 1;
              }
            });
        wrong += std::abs(chances - 1) < 1e-9 ? 0 : 1;
      }
    }
  });
  CHECK(wrong == 0);
  return seen;
}

template <class Family>
Family with(DragonflyVia via, bool within_group) {
  Family family;
  family.via = via;
  family.within_group = within_group;
  return family;
}

std::vector<Topology> networks() {
  std::vector<Topology> built;
  for (const Wiring wiring : wirings) {
    for (const auto& [p, a, h, groups] : {std::tuple{1U, 4U, 1U, 0U},
                                          {2U, 2U, 2U, 0U},
                                          {1U, 4U, 2U, 4U},
                                          {1U, 3U, 3U, 6U},
                                          {1U, 4U, 1U, 2U},
                                          {1U, 3U, 1U, 3U}}) {
      built.push_back(DragonflyParams{p, a, h, wiring, groups}.build());
    }
  }
  return built;
}

std::string warnings(const auto& family, unsigned vcs) {
  const Topology built = DragonflyParams{}.build();
  Diagnostics diagnostics;
  const routing::Report::Locate nowhere;
  routing::Report report(diagnostics, nowhere);
  family.check(setup_of(built, vcs), report);
  CHECK(diagnostics.ok());
  return diagnostics.text();
}

}  // namespace

TEST_CASE(
    "minimal ways reach every node of every dragonfly, as short as the geometry says, on 2 local channels and 1") {
  for (const Topology& built : networks()) all_ways(DragonflyMinimalParams{}, built, "lgl", 2);
  CHECK(all_ways(DragonflyMinimalParams{}, DragonflyParams{1, 4, 2}.build(), "lgl", 2) ==
        std::set<std::string>{"l", "g", "lg", "gl", "lgl"});
}

TEST_CASE("every way over a third group reaches every node and climbs the ladder of its routing") {
  for (const Topology& built : networks()) {
    for (const bool within : {false, true}) {
      all_ways(with<DragonflyValiantParams>(DragonflyVia::group, within), built, "lglgl", 3);
      all_ways(with<DragonflyValiantParams>(DragonflyVia::any_group, within), built, "lglgl", 3);
      all_ways(with<DragonflyValiantParams>(DragonflyVia::router, within), built, "lgllgl", 4);
      all_ways(with<DragonflyUgalParams>(DragonflyVia::group, within), built, "lglgl", 3);
      all_ways(with<DragonflyUgalParams>(DragonflyVia::any_group, within), built, "lglgl", 3);
      all_ways(with<DragonflyUgalParams>(DragonflyVia::router, within), built, "lgllgl", 4);
      all_ways(with<DragonflyUgalGParams>(DragonflyVia::group, within), built, "lglgl", 3);
      all_ways(with<DragonflyUgalGParams>(DragonflyVia::any_group, within), built, "lglgl", 3);
      all_ways(with<DragonflyUgalGParams>(DragonflyVia::router, within), built, "lgllgl", 4);
      all_ways(with<DragonflyParParams>(DragonflyVia::group, within), built, "llglgl", 4);
      all_ways(with<DragonflyParParams>(DragonflyVia::any_group, within), built, "llglgl", 4);
      all_ways(with<DragonflyParParams>(DragonflyVia::router, within), built, "llgllgl", 5);
    }
  }
}

TEST_CASE("the longest way of each routing is its whole sequence") {
  const Topology built = DragonflyParams{1, 4, 1}.build();
  const auto has = [&](const auto& family, std::string_view sequence, unsigned vcs) {
    return all_ways(family, built, sequence, vcs).count(std::string(sequence)) == 1;
  };
  CHECK(has(with<DragonflyValiantParams>(DragonflyVia::group, false), "lglgl", 3));
  CHECK(has(with<DragonflyUgalParams>(DragonflyVia::router, false), "lgllgl", 4));
  CHECK(has(with<DragonflyParParams>(DragonflyVia::group, false), "llglgl", 4));
  CHECK(has(with<DragonflyParParams>(DragonflyVia::router, false), "llgllgl", 5));
}

TEST_CASE("drawn among all groups, a detour leads over each third group once in g, and twice in g there is none") {
  const Topology built = DragonflyParams{1, 4, 2}.build();
  with_routing(with<DragonflyValiantParams>(DragonflyVia::any_group, false), built, 3, [&](const auto& algorithm) {
    std::map<std::uint32_t, double> entered;  // chance of each group that is entered first
    routing_tests::for_each_way(algorithm, 3, built, {0, 19}, [&](const std::vector<Hop>& hops, double probability) {
      const auto leaves = [&](const Hop& hop) { return kind(built, hop) == 'g'; };
      const Hop& first = *std::find_if(hops.begin(), hops.end(), leaves);
      const topology::Link link = built.graph.next(RouterId(first.router), first.port);
      entered[shape(built).place(link.router.value).group] += probability;
    });
    CHECK(entered.size() == 8);
    const auto destination = shape(built).place(19).group;
    for (const auto& [group, chance] : entered) {
      CHECK(chance == doctest::Approx(group == destination ? 2.0 / 9 : 1.0 / 9));
    }
  });
}

TEST_CASE("with detours within the group a packet may cross two local links, on two channels") {
  const Topology built = DragonflyParams{1, 4, 1}.build();
  const auto ways = [&](bool within) {
    return all_ways(with<DragonflyValiantParams>(DragonflyVia::group, within), built, "lglgl", 3);
  };
  CHECK(ways(false).count("ll") == 0);
  CHECK(ways(true).count("ll") == 1);
}

TEST_CASE("counting global links puts two local links in a row on one channel") {
  DragonflyValiantParams counting = with<DragonflyValiantParams>(DragonflyVia::router, false);
  counting.ladder = routing::LadderRule::global_hops;
  const Topology built = DragonflyParams{1, 4, 1}.build();
  bool repeated = false;
  with_routing(counting, built, 3, [&](const auto& algorithm) {
    routing_tests::for_each_way(algorithm, 3, built, {0, 19}, [&](const std::vector<Hop>& hops, double) {
      for (std::size_t i = 1; i < hops.size(); ++i) {
        const bool locals = kind(built, hops[i - 1]) == 'l' && kind(built, hops[i]) == 'l';
        repeated = repeated || (locals && hops[i].vc == hops[i - 1].vc);
      }
    });
  });
  CHECK(repeated);
}

TEST_CASE("with too few virtual channels, or some too many, dragonfly routings run and say what to write") {
  CHECK(warnings(DragonflyMinimalParams{}, 2).empty());
  CHECK(warnings(DragonflyMinimalParams{}, 1).find("needs 2 virtual channels on local links and 1 on global ones") !=
        std::string::npos);
  CHECK(warnings(with<DragonflyParParams>(DragonflyVia::router, false), 4).find("write 5") != std::string::npos);
  CHECK(warnings(with<DragonflyUgalParams>(DragonflyVia::group, false), 4).find("the last 1 of 4") !=
        std::string::npos);
}

}  // namespace dragonfly_ways_test

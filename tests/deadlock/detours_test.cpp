// SPDX-License-Identifier: Apache-2.0
// Routings of HyperX networks and dragonflies round failed links: exactly those pairs of nodes are stranded between
// which no path is left that the routing may take, found here by a search of its own over the links; and no detour
// closes a cycle of waits.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "fsin/deadlock/design.hpp"
#include "fsin/deadlock/stranded.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/faults/fault_plan.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "tests/share_of_cases.hpp"

namespace detours_test {
namespace {

using namespace fsin;

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
/// True if a packet may go from one router to another, switches both, over links that are left.
using Reaches = std::function<bool(std::uint32_t from, std::uint32_t to)>;

bool joined(const topology::PortGraph& graph, std::uint32_t from, std::uint32_t to) {
  for (unsigned port = 0; port < graph.ports(); ++port) {
    if (graph.next(RouterId(from), port).router == RouterId(to)) return true;
  }
  return false;
}

topology::Topology with_faults(const topology::AnyTopology& params, std::uint64_t seed) {
  topology::Topology built = topology::build(params);
  topology::FaultPlan faults;
  faults.seed = seed;
  faults.random_links = static_cast<std::uint32_t>(1 + seed % 4);
  faults.random_routers = seed % 7 == 0 ? 1 : 0;
  faults.one_way = seed % 5 == 0;
  if (seed % 6 == 0) faults.links = {"n0-s0"};
  topology::fail(faults, built);
  return built;
}

/// Pairs of nodes between whose switches there is no path, or whose own link has failed. `terminals`: of a switch.
Pairs unserved(const topology::PortGraph& graph, std::uint32_t terminals, const Reaches& reaches) {
  Pairs pairs;
  const auto nodes = static_cast<std::uint32_t>(graph.nodes());
  for (std::uint32_t from = 0; from < nodes; ++from) {
    for (std::uint32_t to = 0; to < nodes; ++to) {
      if (from == to) continue;
      const std::uint32_t first = nodes + from / terminals, last = nodes + to / terminals;
      if (!joined(graph, from, first) || !joined(graph, last, to) || !reaches(first, last))
        pairs.emplace_back(from, to);
    }
  }
  return pairs;
}

Pairs stranded(const engine::Design& design, const topology::Topology& built) {
  const deadlock::Network network{built, design.router.virtual_channels, {}};
  Pairs pairs;
  for (const deadlock::StrandedPair& pair :
       deadlock::find_stranded(*engine::walker_of(design, built), network, {}, 1'000'000).some) {
    pairs.emplace_back(pair.flow.source, pair.flow.destination);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Compares both over many faults; `reaches` is made for each faulty network.
std::uint64_t compare(const engine::Design& design, std::uint32_t terminals,
                      const std::function<Reaches(const topology::Topology&)>& reaches) {
  std::uint64_t served = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const topology::Topology built = with_faults(design.topology, seed);
    REQUIRE(built.failures.mistakes.empty());
    const Pairs expected = unserved(built.graph, terminals, reaches(built));
    CHECK(stranded(design, built) == expected);
    CHECK(deadlock::decide(design, built).answer == deadlock::Answer::free);
    served += built.graph.nodes() * (built.graph.nodes() - 1) - expected.size();
  }
  return served;
}

/// The hops of a HyperX routing, by coordinates.
struct HyperXSearch {
  const topology::HyperX& network;
  const topology::PortGraph& graph;
  bool in_order = false;
  bool one_by_dimension = false;

  std::uint32_t moved(std::uint32_t at, unsigned d, unsigned offset) const {
    std::uint32_t stride = 1;
    for (unsigned i = 0; i < d; ++i) stride *= network.dimension(i).side;
    const unsigned side = network.dimension(d).side, coordinate = at / stride % side;
    return at - coordinate * stride + (coordinate + offset) % side * stride;
  }
  bool reaches(std::uint32_t at, std::uint32_t to, unsigned derouted, unsigned deroutes) const {
    if (at == to) return true;
    const topology::HyperX::Offsets left = network.offsets(at, to);
    for (unsigned d = 0; d < network.dimensions(); ++d) {
      if (left[d] == 0) continue;
      for (unsigned offset = 1; offset < network.dimension(d).side; ++offset) {
        const std::uint32_t next = moved(at, d, offset);
        if (!joined(graph, network.nodes() + at, network.nodes() + next)) continue;
        const bool deroute = offset != left[d];
        if (deroute && (deroutes == 0 || (one_by_dimension && (derouted >> d & 1U) != 0))) continue;
        if (reaches(next, to, deroute ? derouted | 1U << d : derouted, deroute ? deroutes - 1 : deroutes)) return true;
      }
      if (in_order) return false;
    }
    return false;
  }
  bool straight(std::uint32_t at, std::uint32_t to) const {
    return HyperXSearch{network, graph, true, false}.reaches(at, to, 0, 0);
  }
  bool over_some(std::uint32_t at, std::uint32_t to) const {
    if (straight(at, to)) return true;
    for (std::uint32_t via = 0; via < network.switches(); ++via) {
      if (straight(at, via) && straight(via, to)) return true;
    }
    return false;
  }
};

std::uint64_t compare_hyperx(const topology::HyperXParams& shape, routing::HyperXAlgorithm algorithm, unsigned vcs,
                             unsigned deroutes) {
  using routing::HyperXAlgorithm;
  engine::Design design;
  design.topology = shape;
  routing::HyperXAdaptiveParams params;
  params.algorithm = algorithm;
  design.routing = params;
  design.router.virtual_channels = vcs;
  return compare(design, shape.terminals, [=](const topology::Topology& built) -> Reaches {
    const auto& network = *topology::as<topology::HyperX>(*built.geometry);
    const bool dimwar = algorithm == HyperXAlgorithm::dimwar;
    const HyperXSearch search{network, built.graph, dimwar, dimwar || algorithm == HyperXAlgorithm::dal};
    return [search, algorithm, deroutes](std::uint32_t from, std::uint32_t to) {
      const std::uint32_t first = search.network.nodes();
      if (algorithm == HyperXAlgorithm::ugal) return search.over_some(from - first, to - first);
      return search.reaches(from - first, to - first, 0, deroutes);
    };
  });
}

/// Paths on a dragonfly by the kinds of their links.
struct DragonflySearch {
  const topology::Dragonfly& network;
  const topology::PortGraph& graph;
  bool over_switch = false;
  unsigned locals = 2;  ///< channels on local links

  bool local(std::uint32_t from, std::uint32_t to) const { return from == to || joined(graph, from, to); }
  /// The ends of global links to a group that can be reached with at most one local link before.
  std::vector<std::uint32_t> ends(std::uint32_t from, unsigned group) const {
    std::vector<std::uint32_t> found;
    for (unsigned leaves = 0; leaves < network.a; ++leaves) {
      const std::uint32_t gate = network.switch_at(network.place(from).group, leaves);
      if (!local(from, gate)) continue;
      for (unsigned port = network.first_global(); port < graph.ports(); ++port) {
        const topology::Link link = graph.next(RouterId(gate), port);
        if (link.exists() && network.place(link.router.value).group == group) found.push_back(link.router.value);
      }
    }
    return found;
  }
  bool minimal(std::uint32_t from, std::uint32_t to) const {
    const unsigned group = network.place(to).group;
    if (network.place(from).group == group) return local(from, to);
    const std::vector<std::uint32_t> ending = ends(from, group);
    return std::any_of(ending.begin(), ending.end(), [&](std::uint32_t end) { return local(end, to); });
  }
  /// As many local links in a row as there are channels.
  bool within(std::uint32_t from, std::uint32_t to, unsigned most) const {
    if (local(from, to)) return true;
    const unsigned group = network.place(from).group;
    for (unsigned index = 0; most > 1 && index < network.a; ++index) {
      const std::uint32_t third = network.switch_at(group, index);
      if (third != from && local(from, third) && within(third, to, most - 1)) return true;
    }
    return false;
  }
  bool around(std::uint32_t from, std::uint32_t to) const {
    for (unsigned via = 0; via < network.groups; ++via) {
      if (via == network.place(from).group || via == network.place(to).group) continue;
      for (const std::uint32_t end : ends(from, via)) {
        if (minimal(end, to)) return true;
        for (unsigned index = 0; over_switch && index < network.a; ++index) {
          const std::uint32_t turn = network.switch_at(via, index);
          if (local(end, turn) && minimal(turn, to)) return true;
        }
      }
    }
    return false;
  }
  /// Two local links in a row, before the global link or behind it.
  bool two_in_a_row(std::uint32_t from, std::uint32_t to) const {
    for (unsigned index = 0; index < network.a; ++index) {
      const std::uint32_t before = network.switch_at(network.place(from).group, index);
      const std::uint32_t behind = network.switch_at(network.place(to).group, index);
      if ((local(from, before) && minimal(before, to)) || (minimal(from, behind) && local(behind, to))) return true;
    }
    return false;
  }
  bool reaches(std::uint32_t from, std::uint32_t to, bool detours) const {
    if (minimal(from, to)) return true;
    if (network.place(from).group == network.place(to).group) return within(from, to, locals);
    return detours && (around(from, to) || two_in_a_row(from, to));
  }
};

std::uint64_t compare_dragonfly(const topology::DragonflyParams& shape, routing::AnyRouting routing, unsigned vcs,
                                bool detours, bool over_switch = false) {
  engine::Design design;
  design.topology = shape;
  design.routing = std::move(routing);
  design.router.virtual_channels = vcs;
  return compare(design, shape.p, [=](const topology::Topology& built) -> Reaches {
    const DragonflySearch search{*topology::as<topology::Dragonfly>(*built.geometry), built.graph, over_switch, vcs};
    return [search, detours](std::uint32_t from, std::uint32_t to) { return search.reaches(from, to, detours); };
  });
}

const std::vector<topology::HyperXParams> hyperx_shapes{{{4, 3}, 2, {1}}, {{3, 2, 3}, 1, {1}}, {{3, 3}, 1, {2, 1}}};
const std::vector<topology::DragonflyParams> dragonfly_shapes{
    {.p = 2, .a = 4, .h = 1},
    {.p = 1, .a = 3, .h = 2, .wiring = topology::Wiring::absolute},
    {.p = 1, .a = 4, .h = 2, .wiring = topology::Wiring::circulant, .groups = 5},
    {.p = 1, .a = 3, .h = 2, .groups = 2},
};

}  // namespace

TEST_CASE("incremental routings of a HyperX strand only the pairs to which their hops leave no way") {
  fsin::test::ShareOfCases share;
  for (const topology::HyperXParams& shape : hyperx_shapes) {
    if (!share.takes_next()) continue;
    const auto dims = static_cast<unsigned>(shape.dims.size());
    CAPTURE(dims);
    CHECK(compare_hyperx(shape, routing::HyperXAlgorithm::minimal, dims, 0) > 0);
    CHECK(compare_hyperx(shape, routing::HyperXAlgorithm::dal, 2 * dims, dims) > 0);
    CHECK(compare_hyperx(shape, routing::HyperXAlgorithm::dimwar, 2, dims) > 0);
    CHECK(compare_hyperx(shape, routing::HyperXAlgorithm::omniwar, dims + 1, 1) > 0);
    CHECK(compare_hyperx(shape, routing::HyperXAlgorithm::omniwar, dims + 2, 2) > 0);
  }
}

TEST_CASE("UGAL on a HyperX takes Valiant's path where the minimal one is cut, over a switch that leaves both legs") {
  for (const topology::HyperXParams& shape : hyperx_shapes) {
    CHECK(compare_hyperx(shape, routing::HyperXAlgorithm::ugal, 2, 0) > 0);
  }
}

TEST_CASE("minimal routing on a dragonfly uses other global links, and third switches within a group") {
  for (const topology::DragonflyParams& shape : dragonfly_shapes) {
    CHECK(compare_dragonfly(shape, routing::DragonflyMinimalParams{}, 2, false) > 0);
  }
}

TEST_CASE("routings of a dragonfly with detours strand only the pairs between which no detour is left either") {
  fsin::test::ShareOfCases share;
  for (const topology::DragonflyParams& shape : dragonfly_shapes) {
    if (!share.takes_next()) continue;
    for (const routing::DragonflyVia via :
         {routing::DragonflyVia::group, routing::DragonflyVia::router, routing::DragonflyVia::any_group}) {
      const bool over_switch = via == routing::DragonflyVia::router;
      CAPTURE(over_switch);
      routing::DragonflyValiantParams valiant;
      routing::DragonflyUgalParams ugal;
      routing::DragonflyUgalGParams global;
      routing::DragonflyParParams progressive;
      valiant.via = ugal.via = global.via = progressive.via = via;
      const unsigned vcs = over_switch ? 4 : 3;
      CHECK(compare_dragonfly(shape, valiant, vcs, true, over_switch) > 0);
      CHECK(compare_dragonfly(shape, ugal, vcs, true, over_switch) > 0);
      CHECK(compare_dragonfly(shape, global, vcs, true, over_switch) > 0);
      CHECK(compare_dragonfly(shape, progressive, vcs + 1, true, over_switch) > 0);
      ugal.within_group = true;
      CHECK(compare_dragonfly(shape, ugal, vcs, true, over_switch) > 0);
    }
  }
}

}  // namespace detours_test

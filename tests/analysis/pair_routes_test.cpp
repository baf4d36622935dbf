// SPDX-License-Identifier: Apache-2.0
// Routes from node to node: added up they are the channel loads of uniform traffic; adaptive ones are spread evenly.
#include "fsin/analysis/pair_routes.hpp"

#include <doctest/doctest.h>

#include <map>

#include "fsin/analysis/channel_loads.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/grid_valiant.hpp"
#include "fsin/routing/hyperx_adaptive.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/switches/hyperx.hpp"
#include "fsin/topology/trees/fat_tree.hpp"

namespace pair_routes_test {

using namespace fsin;
using engine::message::LinkPart;
using engine::message::Routes;

namespace {

struct Case {
  engine::Design design;
  topology::Topology built;

  template <class Topology, class Routing>
  Case(const Topology& topology, const Routing& routing, unsigned vcs) : built(topology.build()) {
    design.topology = topology;
    design.routing = routing;
    design.router.virtual_channels = vcs;
  }
  template <class Use>
  void with(Use use) const {
    analysis::with_routes(design, built, [&](Routes& routes) { use(routes); });
  }
  std::uint32_t nodes() const { return static_cast<std::uint32_t>(built.graph.nodes()); }
  /// Parts by router and port.
  std::map<std::pair<std::uint32_t, unsigned>, double> parts(std::uint32_t from, std::uint32_t to) const {
    std::map<std::pair<std::uint32_t, unsigned>, double> found;
    with([&](Routes& routes) {
      for (const LinkPart& each : routes.find(from, to)) {
        found[{each.link / built.graph.ports(), each.link % built.graph.ports()}] = each.part;
      }
    });
    return found;
  }
};

/// What leaves a router has come to it, from the source to the destination.
void check_flow(const Case& network, const std::vector<LinkPart>& parts, std::uint32_t from, std::uint32_t to) {
  std::map<std::uint32_t, double> more;  // out of a router than into it
  for (const LinkPart& each : parts) {
    const auto router = static_cast<std::uint32_t>(each.link / network.built.graph.ports());
    more[router] += each.part;
    more[network.built.graph.next(RouterId(router), each.link % network.built.graph.ports()).router.value] -= each.part;
  }
  for (const auto& [router, part] : more) {
    CHECK(part == doctest::Approx(router == from ? 1 : router == to ? -1 : 0).epsilon(1e-9));
  }
}

Case adaptive_mesh() { return {topology::MeshParams{.dims = {4, 4}}, routing::AdaptiveParams{}, 3}; }

}  // namespace

TEST_CASE("routes that follow from draws add up to the channel loads of uniform traffic") {
  const std::vector<Case> cases{{topology::TorusParams{{5, 4}, true}, routing::DorParams{}, 1},
                                {topology::FatTreeParams{2, 3}, routing::UpDownParams{}, 1},
                                {topology::DragonflyParams{1, 2, 1}, routing::DragonflyMinimalParams{}, 2},
                                {topology::MeshParams{.dims = {3, 3}}, routing::GridValiantParams{}, 2}};
  for (const Case& each : cases) {
    CAPTURE(each.built.name);
    const analysis::ChannelLoads loads = analysis::channel_loads(
        each.design, each.built, {.uniform = true, .flows = {}, .senders = static_cast<double>(each.nodes())});
    if (loads.freedom == analysis::Freedom::by_queues) continue;
    REQUIRE(loads.known());
    std::vector<double> sum(loads.links.size(), 0);
    each.with([&](Routes& routes) {
      for (std::uint32_t from = 0; from < each.nodes(); ++from) {
        for (std::uint32_t to = 0; to < each.nodes(); ++to) {
          if (from == to) continue;
          const auto& parts = routes.find(from, to);
          check_flow(each, parts, from, to);
          for (const LinkPart& part : parts) sum[part.link] += part.part / (each.nodes() - 1);
        }
      }
    });
    for (std::size_t link = 0; link < sum.size(); ++link) {
      CHECK(sum[link] == doctest::Approx(loads.links[link]).epsilon(1e-9));
    }
  }
}

TEST_CASE("an adaptive routing spreads packets evenly over the links of its shortest ways, router by router") {
  // From (0,0) to (2,1): half goes on in X and half in Y; of those in (1,0) half again turn.
  const Case mesh = adaptive_mesh();
  const auto parts = mesh.parts(0, 6);
  const auto part = [&](unsigned x, unsigned y, unsigned port) {
    const auto found = parts.find({x + 4 * y, port});
    return found == parts.end() ? 0 : found->second;
  };
  constexpr unsigned right = 0, up = 2;
  CHECK(part(0, 0, right) == doctest::Approx(0.5));
  CHECK(part(0, 0, up) == doctest::Approx(0.5));
  CHECK(part(1, 0, right) == doctest::Approx(0.25));
  CHECK(part(1, 0, up) == doctest::Approx(0.25));
  CHECK(part(2, 0, up) == doctest::Approx(0.25));
  CHECK(part(0, 1, right) == doctest::Approx(0.5));
  CHECK(part(1, 1, right) == doctest::Approx(0.75));
  CHECK(parts.size() == 7);
}

TEST_CASE("adaptive routes have as many hops as the nodes are apart, and lose nothing on the way") {
  const std::vector<Case> cases{adaptive_mesh(),
                                {topology::TorusParams{{4, 5}, true}, routing::AdaptiveParams{}, 3},
                                {topology::HyperXParams{.dims = {3, 3}}, routing::HyperXAdaptiveParams{}, 4},
                                {topology::DragonflyParams{1, 2, 1}, routing::DragonflyUgalParams{}, 3}};
  for (const Case& each : cases) {
    CAPTURE(each.built.name);
    each.with([&](Routes& routes) {
      for (std::uint32_t from = 0; from < each.nodes(); ++from) {
        for (std::uint32_t to = 0; to < each.nodes(); ++to) {
          if (from == to) continue;
          const auto& parts = routes.find(from, to);
          check_flow(each, parts, from, to);
          double hops = 0;
          for (const LinkPart& part : parts) hops += part.part;
          CHECK(hops == doctest::Approx(each.built.geometry->distance(NodeId(from), NodeId(to))));
        }
      }
    });
  }
}

}  // namespace pair_routes_test

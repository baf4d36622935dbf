// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/bisection.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/model/least_cut.hpp"
#include "tests/model/topology_variants.hpp"

namespace bisection_test {

using namespace fsin;
using analysis::cut_in_halves;
using analysis::Halves;

namespace {

/// Links from the half with this number to the other, counted from the answer.
double links_out_of(const topology::PortGraph& graph, const Halves& halves, unsigned half) {
  double links = 0;
  for (std::uint32_t from = 0; from < graph.routers(); ++from) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link link = graph.next(RouterId(from), port);
      if (link.exists() && halves.half_of[from] == half && halves.half_of[link.router.index()] != half) ++links;
    }
  }
  return links;
}

}  // namespace

TEST_CASE("the halves of every topology differ by a node at most, and the figure is the number of links they cut") {
  for (const auto& variant : model::variants()) {
    if (topology::fault_of(variant)) continue;
    const topology::Topology built = topology::build(variant);
    INFO(built.name << " of " << built.graph.nodes() << " nodes");
    const auto halves = cut_in_halves(built.graph);
    REQUIRE(halves.has_value() == (built.graph.nodes() > 1));
    if (!halves) continue;
    int more = 0;
    for (std::size_t node = 0; node < built.graph.nodes(); ++node) more += halves->half_of[node] == 0 ? 1 : -1;
    CHECK(std::abs(more) <= 1);
    CHECK(halves->links == std::min(links_out_of(built.graph, *halves, 0), links_out_of(built.graph, *halves, 1)));
    CHECK(cut_in_halves(built.graph)->links == halves->links);
  }
}

TEST_CASE("an estimate is never below the closed form, and within a fifth of it or two links") {
  unsigned compared = 0, equal = 0;
  for (const auto& variant : model::variants()) {
    if (topology::fault_of(variant)) continue;
    const topology::Topology built = topology::build(variant);
    const auto known = built.geometry->bisection();
    if (!known || built.graph.nodes() < 2) continue;
    INFO(built.name << " of " << built.graph.nodes() << " nodes: " << *known);
    const double estimate = cut_in_halves(built.graph)->links;
    CHECK(estimate >= *known);
    CHECK(estimate <= std::max(1.2 * *known, *known + 2));
    ++compared;
    equal += estimate == *known ? 1U : 0U;
  }
  CHECK(compared > 60);
  CHECK(equal * 10 > compared * 8);
}

TEST_CASE("of small networks the estimate is the least of all cuts, but for a link or two") {
  unsigned compared = 0;
  for (const auto& variant : model::variants()) {
    if (topology::fault_of(variant) || topology::extent_of(variant).nodes > 10) continue;
    const topology::Topology built = topology::build(variant);
    if (built.graph.nodes() < 2 || built.graph.routers() > 40) continue;
    INFO(built.name << " of " << built.graph.nodes() << " nodes");
    const unsigned least = model::LeastCut(built.graph).bisection();
    const double estimate = cut_in_halves(built.graph)->links;
    CHECK(estimate >= least);
    CHECK(estimate <= least + 2);
    ++compared;
  }
  CHECK(compared > 20);
}

}  // namespace bisection_test

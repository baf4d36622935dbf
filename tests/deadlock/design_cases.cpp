// SPDX-License-Identifier: Apache-2.0
// Networks and routings of the catalogue.
#include "fsin/deadlock/design.hpp"
#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/routing/graph_par.hpp"
#include "fsin/routing/graph_ugal_g.hpp"
#include "fsin/routing/k_paths.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/grids/torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/deadlock/cases.hpp"

namespace deadlock_test {
namespace {

using namespace fsin;
using router::flow_control;

engine::Design grid(std::vector<unsigned> dims, bool wraps, routing::AnyRouting routing, unsigned vcs,
                    std::optional<router::FlowControl> flow) {
  engine::Design design;
  if (wraps) {
    design.topology = topology::TorusParams{std::move(dims), true};
  } else {
    design.topology = topology::MeshParams{std::move(dims)};
  }
  design.routing = std::move(routing);
  design.router.virtual_channels = vcs;
  design.router.flow_control = flow;
  design.router.queue = PacketCount{2};
  return design;
}

engine::Design other(topology::AnyTopology topology, routing::AnyRouting routing, unsigned vcs) {
  engine::Design design;
  design.topology = std::move(topology);
  design.routing = std::move(routing);
  design.router.virtual_channels = vcs;
  return design;
}

engine::Design with_bubble(engine::Design design, std::uint64_t packets, router::BubbleTest test) {
  design.router.bubble = PacketCount{packets};
  design.router.bubble_test = test;
  return design;
}

}  // namespace

Case design_case(std::string name, bool free, const engine::Design& design, const topology::FaultPlan& faults) {
  topology::Topology built = topology::build(design.topology);
  topology::fail(faults, built);
  const auto topology = std::make_shared<const topology::Topology>(std::move(built));
  const auto verdict = [=](bool whole) { return deadlock::decide(design, *topology, {}, whole); };
  const auto simulate = [=](const Flood& flood) { return simulate_design(design, *topology, flood); };
  const auto loads = [=] { return deadlock::directed_loads(design, *topology); };
  return {std::move(name), free, verdict, loads, simulate};
}

std::vector<Case> design_cases() {
  const auto none = flow_control<router::NoFlowControl>, dateline = flow_control<router::Dateline>;
  const auto bubble = flow_control<router::Bubble>;
  const auto whole = flow_control<router::StoreAndForward>, whole_bubble = flow_control<router::StoreAndForwardBubble>;
  const routing::DorParams dor, yx{{1, 0}};
  const routing::AdaptiveParams adaptive;
  routing::DragonflyValiantParams over_group, over_router, over_any, counting;
  over_router.via = routing::DragonflyVia::router;
  over_any.via = routing::DragonflyVia::any_group;
  counting.within_group = true;
  counting.ladder = routing::LadderRule::global_hops;
  const topology::DragonflyParams four_groups{1, 4, 2, topology::Wiring::relative, 4};
  const topology::DragonflyParams dragonfly, absolute{2, 4, 2, topology::Wiring::absolute};
  engine::Design one_way = grid({6}, true, dor, 1, none), one_way_bubble = grid({6}, true, dor, 1, bubble);
  one_way.topology = one_way_bubble.topology = topology::TorusParams{{6}, false};
  using enum router::BubbleTest;
  return {
      design_case("ring of 8, dor, 1 VC", false, grid({8}, true, dor, 1, none)),
      design_case("torus 4x4, dor, 1 VC", false, grid({4, 4}, true, dor, 1, none)),
      design_case("torus 4x4, dor, 2 VC", false, grid({4, 4}, true, dor, 2, none)),
      design_case("torus 5x3, dor YX, 1 VC", false, grid({5, 3}, true, yx, 1, none)),
      design_case("torus 3x3, dor, 1 VC: no packet goes on in its ring", true, grid({3, 3}, true, dor, 1, none)),
      design_case("torus 4x4, dor, store-and-forward", false, grid({4, 4}, true, dor, 1, whole)),
      design_case("one-way ring of 6, dor", false, one_way),
      design_case("ring of 8, dateline", true, grid({8}, true, dor, 2, dateline)),
      design_case("torus 5x5, dateline", true, grid({5, 5}, true, dor, 2, dateline)),
      design_case("torus 4x3, dateline with 2 pairs", true, grid({4, 3}, true, dor, 4, dateline)),
      design_case("torus 5x5, adaptive, 1 plain escape channel", false, grid({5, 5}, true, adaptive, 2, none)),
      design_case("torus 5x5, adaptive, dateline escape channels", true, grid({5, 5}, true, adaptive, 3, dateline)),
      design_case("ring of 8, dor, bubble", true, grid({8}, true, dor, 1, bubble)),
      design_case("torus 4x4, dor, bubble", true, grid({4, 4}, true, dor, 1, bubble)),
      design_case("torus 4x4, dor, 3 VC, bubble", true, grid({4, 4}, true, dor, 3, bubble)),
      design_case("one-way ring of 6, dor, bubble", true, one_way_bubble),
      design_case("torus 4x4, dor, bubble in the next queue", true,
                  with_bubble(grid({4, 4}, true, dor, 1, bubble), 2, target)),
      design_case("torus 4x4, dor, bubble of 3", true, with_bubble(grid({4, 4}, true, dor, 1, bubble), 3, local)),
      design_case("torus 4x4, dor, bubble of 1 in the next queue", false,
                  with_bubble(grid({4, 4}, true, dor, 1, bubble), 1, target)),
      design_case("torus 4x4, dor, bubble of 1 here", false, with_bubble(grid({4, 4}, true, dor, 1, bubble), 1, local)),
      design_case("torus 4x4, dor, bubble, store-and-forward", true, grid({4, 4}, true, dor, 1, whole_bubble)),
      design_case("torus 4x4, adaptive, bubble", true, grid({4, 4}, true, adaptive, 2, bubble)),
      design_case("torus 4x3x5, adaptive, bubble", true, grid({4, 3, 5}, true, adaptive, 3, bubble)),
      design_case("torus 4x4, adaptive, bubble in the next queue", true,
                  with_bubble(grid({4, 4}, true, adaptive, 3, bubble), 2, target)),
      design_case("ring of 5, UGAL-G, a level for each hop", true,
                  grid({5}, true, routing::GraphUgalGParams{}, 4, none)),
      design_case("ring of 5, PAR, a level for each hop", true, grid({5}, true, routing::GraphParParams{}, 5, none)),
      design_case("ring of 8, shortest, a level for each hop", true,
                  grid({8}, true, routing::ShortestParams{}, 4, none)),
      design_case("torus 4x4, paths, a level for each hop", true, grid({4, 4}, true, routing::PathsParams{}, 6, none)),
      design_case("mesh 4x4, dor", true, grid({4, 4}, false, dor, 1, none)),
      design_case("mesh 4x3, dor YX, 3 VC", true, grid({4, 3}, false, yx, 3, none)),
      design_case("mesh 4x4, adaptive", true, grid({4, 4}, false, adaptive, 2, std::nullopt)),
      design_case("mesh 3x3x3, adaptive, 3 VC", true, grid({3, 3, 3}, false, adaptive, 3, std::nullopt)),
      design_case("4-ary 2-tree, adaptive ascent", true,
                  other(topology::FatTreeParams{4, 2}, routing::UpDownParams{}, 2)),
      design_case("2-ary 4-tree, s-mod-k", true,
                  other(topology::FatTreeParams{2, 4}, routing::UpDownParams{routing::Ascent::s_mod_k}, 1)),
      design_case("2-ary 3-tree, arithmetic", true,
                  other(topology::FatTreeParams{2, 3}, routing::UpDownParams{routing::Ascent::arithmetic}, 3)),
      design_case("dragonfly, minimal", true, other(dragonfly, routing::DragonflyMinimalParams{}, 2)),
      design_case("dragonfly, minimal, 2 copies", true, other(dragonfly, routing::DragonflyMinimalParams{}, 4)),
      design_case("dragonfly, UGAL", true, other(dragonfly, routing::DragonflyUgalParams{}, 3)),
      design_case("dragonfly with absolute wiring, UGAL", true, other(absolute, routing::DragonflyUgalParams{}, 3)),
      design_case("dragonfly, UGAL-G", true, other(dragonfly, routing::DragonflyUgalGParams{}, 3)),
      design_case("dragonfly, Valiant by a group", true, other(dragonfly, over_group, 3)),
      design_case("dragonfly, Valiant by a group, 2 VC", false, other(dragonfly, over_group, 2)),
      design_case("dragonfly, Valiant by any group", true, other(dragonfly, over_any, 3)),
      design_case("dragonfly, Valiant by any group, 2 VC", false, other(dragonfly, over_any, 2)),
      design_case("dragonfly, Valiant by a router", true, other(dragonfly, over_router, 4)),
      design_case("dragonfly, PAR", true, other(dragonfly, routing::DragonflyParParams{}, 4)),
      design_case("dragonfly of 4 groups, Valiant by a router", true, other(four_groups, over_router, 4)),
      design_case("dragonfly, Valiant inside groups too, VC by global links", false, other(dragonfly, counting, 3)),
  };
}

}  // namespace deadlock_test

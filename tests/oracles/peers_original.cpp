// SPDX-License-Identifier: Apache-2.0
// What the original simulator gave for variants that it was run with once.
#include <fmt/format.h>

#include <array>

#include "fsin/routing/dor.hpp"
#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/routing/shortest.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "fsin/topology/grids/twisted_torus.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "fsin/topology/trees/thin_tree.hpp"
#include "tests/oracles/peers.hpp"
#include "trgen/synth/complement.hpp"
#include "trgen/synth/distribute.hpp"
#include "trgen/synth/group_shift.hpp"
#include "trgen/synth/hotregion.hpp"
#include "trgen/synth/shift.hpp"

namespace oracles {
namespace {

using namespace fsin;
using model::Design;
using model::Load;
using Peers = std::vector<Peer>;

constexpr double starving = 0.06;  ///< band where some flows starve, as in tests/oracles/README.md

Load with_pattern(const trgen::synth::AnyPattern& pattern, double offered = 1) {
  Load load = uniform(offered);
  load.pattern = pattern;
  return load;
}
Load next_group() { return with_pattern(trgen::synth::GroupShiftParams{8, 1}); }

/// For queues that take long to fill, and patterns of starving that change now and then.
Load long_run() {
  Load load = uniform(1);
  load.warmup = 40000;
  load.cycles = 32000;
  return load;
}

Design adaptive_torus() { return model::torus_design({8, 8}, 3, true); }

Design with_control(Design design, const router::CongestionControls::variant& control) {
  design.router.congestion_control = control;
  return design;
}

Design dateline_torus(const std::vector<unsigned>& dims, routing::Dateline rule) {
  routing::DorParams dor;
  dor.dateline = rule;
  Design design = with_dateline(model::torus_design(dims, 2));
  design.routing = dor;
  return design;
}

Design other(const topology::AnyTopology& topology, const routing::AnyRouting& routing, unsigned channels) {
  Design design;
  design.topology = topology;
  design.routing = routing;
  design.router.virtual_channels = channels;
  return design;
}

Design dragonfly(const routing::AnyRouting& routing, unsigned channels) {
  return other(topology::DragonflyParams{2, 4, 2}, routing, channels);
}

Peers of_torus() {
  using routing::Dateline;
  Design injectors = adaptive_torus(), short_queues = model::torus_design({8, 8}, 1);
  injectors.router.injectors = 4;
  short_queues.router.queue.value = 3;
  return {
      {"torus 8x8, 1 VC, dor, queue 3", short_queues, uniform(1), 0.505},
      {"torus 8x8, 2 VC, dor, dateline `basic`", dateline_torus({8, 8}, Dateline::basic), uniform(1), 0.581},
      {"torus 8x8, 2 VC, dor, dateline `trc`", dateline_torus({8, 8}, Dateline::trc), uniform(1), 0.575},
      {"torus 8x8, 2 VC, dor, dateline `improved`", dateline_torus({8, 8}, Dateline::improved), uniform(1), 0.674},
      {"torus 8x8, 3 VC, adaptive, `transit-priority`", with_control(adaptive_torus(), router::TransitPriority{}),
       uniform(1), 0.711},
      {"torus 8x8, 3 VC, adaptive, `local-restriction` of 2 slots",
       with_control(adaptive_torus(), router::LocalRestriction{}), uniform(1), 0.714},
      {"torus 8x8, 3 VC, adaptive, 4 injectors", injectors, long_run(), 0.752},
      {"torus 8x4, 1 VC, dor", model::torus_design({8, 4}, 1), uniform(1), 0.639},
      {"torus 8x4, 3 VC, adaptive", model::torus_design({8, 4}, 3, true), uniform(1), 0.743},
  };
}

Peers of_ring() {
  Load shift_by_2 = long_run();
  shift_by_2.pattern = trgen::synth::ShiftParams{2};
  return {
      {"ring of 8, 1 VC, dor, shift 2", model::torus_design({8}, 1), shift_by_2, 0.416, starving},
      {"ring of 8, 2 VC, dor, dateline `trc`, shift 3, offered 2", dateline_torus({8}, routing::Dateline::trc),
       with_pattern(trgen::synth::ShiftParams{3}, 2), 0.157, starving},
  };
}

Peers of_other_networks() {
  const topology::TwistedTorusParams twisted{{8, 4}, 4, 0, 0};
  const topology::FatTreeParams fat{4, 3};
  const topology::ThinTreeParams thin{4, 2, 3, 1};
  routing::ShortestParams emptiest;
  emptiest.choice = routing::PortChoice::emptiest;
  return {
      {"twisted torus 8x4, skew 4, 1 VC, dor", model::grid_design(twisted, 1), uniform(1), 0.756},
      {"twisted torus 8x4, skew 4, 3 VC, adaptive", model::grid_design(twisted, 3, true), uniform(1), 0.828},
      {"4-ary 3-tree, 1 VC, up `arithmetic`, complement",
       other(fat, routing::UpDownParams{routing::Ascent::arithmetic}, 1),
       with_pattern(trgen::synth::ComplementParams{}), 0.965},
      {"thin tree 4:2 of 3 stages, 1 VC, shortest, the emptiest port", other(thin, emptiest, 1), uniform(1), 0.219},
  };
}

/// What is accepted of a pattern by the three routers of the paper.
void add_pattern(Peers& peers, const trgen::synth::AnyPattern& pattern, std::string_view name,
                 const std::array<double, 3>& theirs) {
  const Load load = with_pattern(pattern);
  peers.push_back({fmt::format("torus 8x8, 1 VC, dor, {}", name), model::torus_design({8, 8}, 1), load, theirs[0]});
  peers.push_back({fmt::format("torus 8x8, 3 VC, dor, {}", name), model::torus_design({8, 8}, 3), load, theirs[1]});
  peers.push_back({fmt::format("torus 8x8, 3 VC, adaptive, {}", name), adaptive_torus(), load, theirs[2]});
}

/// Means of five shots of the original; their standard deviations are 40, 9 and 12 cycles. A band is twice the standard
/// error of such a mean, or 3% where that is more.
void add_shots(Peers& peers, const std::array<double, 3>& theirs) {
  const auto add = [&](const std::string& router, const Design& design, double cycles, double band) {
    peers.push_back({fmt::format("torus 8x8, {}, 10 packets a node at once: cycles to the last", router),
                     design,
                     {},
                     cycles,
                     band,
                     shot_makespan});
  };
  add("1 VC, dor", model::torus_design({8, 8}, 1), theirs[0], 0.09);
  add("3 VC, dor", model::torus_design({8, 8}, 3), theirs[1], 0.03);
  add("3 VC, adaptive", adaptive_torus(), theirs[2], 0.03);
}

Peers of_dragonfly() {
  const Design minimal = dragonfly(routing::DragonflyMinimalParams{}, 2);
  routing::DragonflyValiantParams among_all;
  among_all.via = routing::DragonflyVia::any_group;
  const Design valiant = dragonfly(among_all, 3);
  return {
      {"dragonfly (2, 4, 2), minimal", minimal, uniform(1), 0.611},
      {"dragonfly (2, 4, 2), minimal, ADV+1", minimal, next_group(), 0.1199, 0.05},
      {"dragonfly (2, 4, 2), minimal, offered 0.02: hops", minimal, uniform(0.02), 4.336, 0.01, mean_hops},
      {"dragonfly (2, 4, 2), minimal, offered 0.02: latency", minimal, uniform(0.02), 19.95, 0.05, mean_latency},
      {"dragonfly (2, 4, 2), Valiant via `any-group`", valiant, uniform(1), 0.482},
      {"dragonfly (2, 4, 2), Valiant via `any-group`: hops", valiant, uniform(1), 5.64, 0.01, mean_hops},
      {"dragonfly (2, 4, 2), Valiant via `any-group`, ADV+1", valiant, next_group(), 0.447},
  };
}

void append(Peers& peers, const Peers& more) { peers.insert(peers.end(), more.begin(), more.end()); }

}  // namespace

std::vector<Peer> variants_of_original() {
  Peers peers = of_torus();
  add_pattern(peers, trgen::synth::HotregionParams{}, "hotregion", {0.479, 0.615, 0.642});
  add_pattern(peers, trgen::synth::DistributeParams{}, "distribute", {0.609, 0.738, 0.722});
  add_shots(peers, {399, 330, 309});
  append(peers, of_ring());
  append(peers, of_other_networks());
  append(peers, of_dragonfly());
  return peers;
}

}  // namespace oracles

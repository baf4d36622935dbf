// SPDX-License-Identifier: Apache-2.0
// A dragonfly of 72 nodes with deep queues, by each of its routings, under uniform load or from each group to the n-th
// next one.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fsin/routing/dragonfly_minimal.hpp"
#include "fsin/routing/dragonfly_par.hpp"
#include "fsin/routing/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"
#include "fsin/routing/dragonfly_valiant.hpp"
#include "fsin/topology/dragonflies/dragonfly.hpp"
#include "tests/model/load.hpp"
#include "trgen/synth/group_shift.hpp"

namespace model {

struct DragonflyRouting {
  std::string name;
  Design design;
};

/// Two sets of the virtual channels that the routing needs.
inline Design deep_dragonfly(const fsin::routing::AnyRouting& routing, unsigned channels) {
  Design design;
  design.topology = fsin::topology::DragonflyParams{2, 4, 2};
  design.routing = routing;
  design.router.virtual_channels = channels;
  design.router.queue.value = 32;
  design.packet_phits = 4;
  return design;
}

/// Detours lead via groups.
inline std::vector<DragonflyRouting> dragonfly_routings() {
  using namespace fsin::routing;
  return {{"minimal", deep_dragonfly(DragonflyMinimalParams{}, 4)},
          {"Valiant", deep_dragonfly(DragonflyValiantParams{}, 6)},
          {"UGAL-L", deep_dragonfly(DragonflyUgalParams{}, 6)},
          {"UGAL-G", deep_dragonfly(DragonflyUgalGParams{}, 6)},
          {"PAR", deep_dragonfly(DragonflyParParams{}, 8)}};
}

/// `shift`: n of ADV+n, 0 for uniform load.
inline std::pair<Network, fsin::stats::RunTotals> run_dragonfly(const Design& design, unsigned shift, double offered,
                                                                Cycle cycles = 16000) {
  Network network = make_network(design);
  Load load;
  load.load = offered;
  load.cycles = cycles;
  if (shift != 0) load.pattern = trgen::synth::GroupShiftParams{8, shift};
  fsin::stats::RunTotals totals = run_load(EngineKind::event, network, load);
  return {std::move(network), std::move(totals)};
}

}  // namespace model

// SPDX-License-Identifier: Apache-2.0
// Dragonflies at saturation: cases whose busiest link is known exactly (tests/routing/dragonfly_loads_test.cpp
// enumerates it), and the search for the load that a network carries. p = h, a = 2 h; queues of 32 packets of 4 phits
// and two sets of virtual channels, so that next to nothing but the links limits the load.
#pragma once

#include <string>
#include <vector>

#include "tests/model/load.hpp"
#include "trgen/synth/group_shift.hpp"

namespace model {

using fsin::routing::DragonflyVia;

struct BoundCase {
  std::string routing;
  std::string pattern;
  Design design;
  Load load;
  double bound = 1;  ///< phits per node and cycle
};

inline Design deep_dragonfly(unsigned h, const fsin::routing::Routings::variant& routing, unsigned channels) {
  Design design;
  design.topology = fsin::topology::DragonflyParams{h, 2 * h, h};
  design.routing = routing;
  design.router.virtual_channels = channels;
  design.router.queue.value = 32;
  design.packet_phits = 4;
  return design;
}

template <class Params>
Params over(DragonflyVia via) {
  Params params;
  params.via = via;
  return params;
}

/// ADV+n: from each group to the n-th next one. n = 0: uniform.
inline Load group_shift(unsigned h, unsigned n) {
  Load load;
  load.cycles = 8000;
  if (n != 0) load.pattern = trgen::synth::GroupShiftParams{2 * h * h, n};
  return load;
}

/// Minimal routing and Valiant over a group and over a router; uniform, ADV+1 and ADV+h. `uniform_*`: what the busiest
/// link allows under uniform load.
inline std::vector<BoundCase> oblivious_cases(unsigned h, double uniform_group, double uniform_router) {
  using fsin::routing::DragonflyMinimalParams;
  using fsin::routing::DragonflyValiantParams;
  const double g = 2.0 * h * h + 1, global = (g - 2) / (2 * (g - 1)), local = (g - 2) / ((g - 1) * (h + 1));
  const Design minimal = deep_dragonfly(h, DragonflyMinimalParams{}, 4);
  const Design group = deep_dragonfly(h, over<DragonflyValiantParams>(DragonflyVia::group), 6);
  const Design router = deep_dragonfly(h, over<DragonflyValiantParams>(DragonflyVia::router), 8);
  const std::string farther = "ADV+" + std::to_string(h);
  return {{"minimal", "ADV+1", minimal, group_shift(h, 1), 1 / (g - 1)},
          {"minimal", farther, minimal, group_shift(h, h), 1 / (g - 1)},
          {"Valiant, via group", "uniform", group, group_shift(h, 0), uniform_group},
          {"Valiant, via group", "ADV+1", group, group_shift(h, 1), global},
          {"Valiant, via group", farther, group, group_shift(h, h), local},
          {"Valiant, via router", "uniform", router, group_shift(h, 0), uniform_router},
          {"Valiant, via router", "ADV+1", router, group_shift(h, 1), global},
          {"Valiant, via router", farther, router, group_shift(h, h), global}};
}

inline double carried(const Network& network, Load load, double offered) {
  load.load = offered;
  return accepted(network, run_load(EngineKind::event, network, load));
}

/// The highest offered load, in hundredths of the bound, that is carried but for 1.5%.
inline double highest_carried(const Network& network, const Load& load, double bound) {
  unsigned low = 50, high = 110;
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    const double offered = middle * bound / 100;
    (carried(network, load, offered) >= 0.985 * offered ? low : high) = middle;
  }
  return low * bound / 100;
}

}  // namespace model

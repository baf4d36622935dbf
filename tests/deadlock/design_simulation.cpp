// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "fsin/engine/engine.hpp"
#include "tests/deadlock/flood.hpp"

namespace deadlock_test {

using namespace fsin;

stats::RunTotals simulate_design(const engine::Design& design, const topology::Topology& topology, const Flood& flood) {
  engine::Design crowded = design;
  set_flood(crowded, flood);
  if (engine::bubble_of(design).channels != 0) {
    crowded.router.queue = PacketCount{std::max<std::uint64_t>(2, design.router.bubble.value)};
  }
  FloodWorkload workload(static_cast<std::uint32_t>(topology.graph.nodes()), flood);
  engine::Control control;
  return engine::run(engine::EngineKind::event, crowded, topology, workload, flood_plan(flood), control);
}

}  // namespace deadlock_test

// SPDX-License-Identifier: Apache-2.0
// A workload of packets that are named one by one, and a run of it on either engine.
#pragma once

#include <vector>

#include "fsin/engine/engine.hpp"
#include "fsin/topology/faults/fault_plan.hpp"

namespace pages {

struct ScriptedPacket {
  unsigned from = 0;
  unsigned to = 0;
  fsin::Cycle at = 1;  ///< enters in this cycle; later ones of a node are later in the list
};

struct Ran {
  fsin::stats::RunTotals totals;
  std::vector<fsin::engine::PacketLog> packets;  ///< by cycle of entry and source
};

/// Runs the packets for `cycles` cycles (`never`: until all are delivered).
Ran run_script(fsin::engine::EngineKind kind, const fsin::engine::Design& design,
               const std::vector<ScriptedPacket>& packets, fsin::Cycle cycles = fsin::never,
               const fsin::topology::FaultPlan& faults = {});

/// A one-way ring of three nodes, one virtual channel, packets of three phits.
fsin::engine::Design ring_of_three();

}  // namespace pages

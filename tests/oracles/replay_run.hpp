// SPDX-License-Identifier: Apache-2.0
// One replay of a trace, rank i on node i, no CPU bursts.
#pragma once

#include <memory>

#include "tests/oracles/setup.hpp"
#include "trgen/replay/placements/consecutive.hpp"
#include "trgen/replay/replay.hpp"

namespace oracles {

/// With `random`, as the original: the reference stepper and C rand().
inline fsin::stats::RunTotals replay_run(const std::shared_ptr<const trgen::record::TraceSource>& trace,
                                         const Setup& setup, fsin::engine::EngineKind kind, std::uint64_t seed,
                                         fsin::OriginalRandom* random = nullptr) {
  trgen::replay::ReplaySettings settings;
  settings.node_of_rank = trgen::replay::consecutive_nodes(static_cast<std::uint32_t>(trace->ranks()));
  const auto workload =
      trgen::replay::make_packet_replay(operations_of(trace, settings), settings, setup.facts, random);
  fsin::engine::RunPlan plan;
  plan.seed = seed;
  plan.original = random;
  fsin::engine::Control control;
  return run(kind, setup.design, setup.topology, *workload, plan, control);
}

}  // namespace oracles

// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/reference/run.hpp"

#include "fsin/engine/reference/stepped_run.hpp"

namespace fsin::engine::reference {
namespace {

template <class Draws>
stats::RunTotals run_with(const routing::Walker& algorithm, const RunParts& parts, const Draws& draws) {
  SteppedRun<Draws> run(algorithm, parts, draws);
  while (run.step()) {
  }
  return run.finish();
}

}  // namespace

stats::RunTotals run(const routing::Walker& algorithm, const RunParts& parts) {
  if (parts.plan.original != nullptr) return run_with(algorithm, parts, OriginalDraws(*parts.plan.original));
  return run_with(algorithm, parts, KeyedDraws(parts.plan.seed, parts.topology.graph.routers(), parts.rules.queues));
}

}  // namespace fsin::engine::reference

// SPDX-License-Identifier: Apache-2.0
// Both engines with one routing algorithm. A unit that includes this compiles them: that of a family
// (family_unit_definition.hpp), or of an algorithm that families share (shared_unit_definition.hpp).
#pragma once

#include <utility>

#include "fsin/engine/event/run.hpp"
#include "fsin/engine/reference/run.hpp"

namespace fsin::engine {

/// The event engine has two halves: for routers of at most 64 queues, and for larger ones.
template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals run_event(const Algorithm& algorithm, const RunParts& parts, event::Division division) {
  if (parts.rules.most_queues() <= 64) return event::Run<Algorithm, true>(algorithm, parts, std::move(division)).run();
  return event::Run<Algorithm, false>(algorithm, parts, std::move(division)).run();
}

template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals run_reference(const Algorithm& algorithm, const RunParts& parts) {
  return reference::run(algorithm, parts,
                        KeyedDraws(parts.plan.seed, parts.topology.graph.routers(), parts.rules.queues));
}

/// With the draws of the original simulator, parts.plan.original.
template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals run_reference_as_original(const Algorithm& algorithm, const RunParts& parts) {
  return reference::run(algorithm, parts, OriginalDraws(*parts.plan.original));
}

}  // namespace fsin::engine

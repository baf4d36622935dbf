// SPDX-License-Identifier: Apache-2.0
// See shared_run.hpp. Whoever includes this compiles both engines.
#pragma once

#include <utility>

#include "fsin/engine/event/run.hpp"
#include "fsin/engine/reference/run.hpp"
#include "fsin/engine/shared_run.hpp"

namespace fsin::engine {

/// The event engine has two halves: for routers of at most 64 queues, and for larger ones.
template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals run_event(const Algorithm& algorithm, const RunParts& parts, event::Division division) {
  if (parts.rules.queues <= 64) return event::Run<Algorithm, true>(algorithm, parts, std::move(division)).run();
  return event::Run<Algorithm, false>(algorithm, parts, std::move(division)).run();
}

template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals SharedRun<Algorithm>::event(const Algorithm& algorithm, const RunParts& parts,
                                             event::Division division) {
  return run_event(algorithm, parts, std::move(division));
}

template <routing::RoutingAlgorithm Algorithm>
stats::RunTotals SharedRun<Algorithm>::reference(const Algorithm& algorithm, const RunParts& parts) {
  return reference::run(algorithm, parts);
}

}  // namespace fsin::engine

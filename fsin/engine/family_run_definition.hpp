// SPDX-License-Identifier: Apache-2.0
// See family_run.hpp. Whoever includes this compiles both engines.
#pragma once

#include <utility>

#include "fsin/engine/event/run.hpp"
#include "fsin/engine/family_run.hpp"
#include "fsin/engine/reference/run.hpp"

namespace fsin::engine {

/// The event engine has two halves: for routers of at most 64 queues, and for larger ones.
template <routing::RoutingFamily Family>
stats::RunTotals FamilyRun<Family>::event(const Family& params, const Setup& setup, const RunParts& parts,
                                          event::Division division) {
  return params.with(setup, [&]<class Algorithm>(const Algorithm& algorithm) {
    if (parts.rules.queues <= 64) return event::Run<Algorithm, true>(algorithm, parts, std::move(division)).run();
    return event::Run<Algorithm, false>(algorithm, parts, std::move(division)).run();
  });
}

template <routing::RoutingFamily Family>
stats::RunTotals FamilyRun<Family>::reference(const Family& params, const Setup& setup, const RunParts& parts) {
  return params.with(setup, [&](const auto& algorithm) { return reference::run(algorithm, parts); });
}

}  // namespace fsin::engine

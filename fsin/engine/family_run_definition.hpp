// SPDX-License-Identifier: Apache-2.0
// See family_run.hpp. Whoever includes this compiles both engines.
#pragma once

#include <utility>

#include "fsin/engine/family_run.hpp"
#include "fsin/engine/run_algorithm.hpp"
#include "fsin/engine/shared_run.hpp"

namespace fsin::engine {

template <routing::RoutingFamily Family>
stats::RunTotals FamilyRun<Family>::event(const Family& params, const Setup& setup, const RunParts& parts,
                                          event::Division division) {
  return params.with(setup, [&]<class Algorithm>(const Algorithm& algorithm) {
    if constexpr (SharedAlgorithm<Algorithm>) {
      return SharedRun<Algorithm>::event(algorithm, parts, std::move(division));
    } else {
      return run_event(algorithm, parts, std::move(division));
    }
  });
}

template <routing::RoutingFamily Family>
stats::RunTotals FamilyRun<Family>::reference(const Family& params, const Setup& setup, const RunParts& parts) {
  return params.with(setup, [&]<class Algorithm>(const Algorithm& algorithm) {
    if constexpr (SharedAlgorithm<Algorithm>) {
      return SharedRun<Algorithm>::reference(algorithm, parts);
    } else {
      return run_reference(algorithm, parts);
    }
  });
}

}  // namespace fsin::engine

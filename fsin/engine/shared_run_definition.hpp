// SPDX-License-Identifier: Apache-2.0
// See shared_run.hpp. Only the unit of a shared algorithm includes this.
#pragma once

#include <utility>

#include "fsin/engine/run_algorithm.hpp"
#include "fsin/engine/shared_run.hpp"

namespace fsin::engine {

template <SharedAlgorithm Algorithm>
stats::RunTotals SharedRun<Algorithm>::event(const Algorithm& algorithm, const RunParts& parts,
                                             event::Division division) {
  return run_event(algorithm, parts, std::move(division));
}

template <SharedAlgorithm Algorithm>
stats::RunTotals SharedRun<Algorithm>::reference(const Algorithm& algorithm, const RunParts& parts) {
  return run_reference(algorithm, parts);
}

}  // namespace fsin::engine

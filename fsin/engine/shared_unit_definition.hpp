// SPDX-License-Identifier: Apache-2.0
// Definitions of the members of shared_unit.hpp. Only the unit of a shared algorithm includes this.
#pragma once

#include <memory>
#include <utility>

#include "fsin/engine/run_algorithm.hpp"
#include "fsin/engine/shared_unit.hpp"
#include "fsin/routing/algorithm_walker.hpp"

namespace fsin::engine {

template <SharedAlgorithm Algorithm>
stats::RunTotals SharedUnit<Algorithm>::event(const Algorithm& algorithm, const RunParts& parts,
                                              event::Division division) {
  return run_event(algorithm, parts, std::move(division));
}

template <SharedAlgorithm Algorithm>
std::unique_ptr<const routing::Walker> SharedUnit<Algorithm>::walker(const Algorithm& algorithm) {
  return std::make_unique<routing::AlgorithmWalker<Algorithm>>(algorithm);
}

}  // namespace fsin::engine

// SPDX-License-Identifier: Apache-2.0
// Both engines with an algorithm that several families share (its `is_shared`), compiled once and not with each family.
// The members are declared here and defined in shared_run_definition.hpp, which the unit of that algorithm,
// NAME_run.cpp, includes to instantiate this template; the unit of a family knows the declaration only, and so cannot
// compile the algorithm a second time. An algorithm without a unit is a name that the linker misses.
// tests/engine/compiled_once_test.py looks at the objects.
#pragma once

#include "fsin/engine/event/division.hpp"
#include "fsin/engine/family_run.hpp"

namespace fsin::engine {

template <class Algorithm>
concept SharedAlgorithm = routing::RoutingAlgorithm<Algorithm> && requires {
  requires Algorithm::is_shared;
};

template <SharedAlgorithm Algorithm>
struct SharedRun {
  static stats::RunTotals event(const Algorithm& algorithm, const RunParts& parts, event::Division division);
  static stats::RunTotals reference(const Algorithm& algorithm, const RunParts& parts);
};

}  // namespace fsin::engine

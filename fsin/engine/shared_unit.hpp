// SPDX-License-Identifier: Apache-2.0
// The parts of family_unit.hpp for an algorithm that several families share (its `is_shared`): compiled once and not
// with each family. The members are declared here and defined in shared_unit_definition.hpp, which the unit of that
// algorithm, NAME_unit.cpp, includes to instantiate this template; the unit of a family knows the declaration only, and
// so cannot compile the algorithm a second time. A missing unit is an undefined symbol at link time.
// tests/engine/compiled_once_test.py looks at the objects.
#pragma once

#include <memory>

#include "fsin/engine/event/division.hpp"
#include "fsin/engine/run_parts.hpp"
#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/walker.hpp"

namespace fsin::engine {

template <class Algorithm>
concept SharedAlgorithm = routing::RoutingAlgorithm<Algorithm> && requires {
  requires Algorithm::is_shared;
};

template <SharedAlgorithm Algorithm>
struct SharedUnit {
  static stats::RunTotals event(const Algorithm& algorithm, const RunParts& parts, event::Division division);
  static std::unique_ptr<const routing::Walker> walker(const Algorithm& algorithm);
};

}  // namespace fsin::engine

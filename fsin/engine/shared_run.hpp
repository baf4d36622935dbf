// SPDX-License-Identifier: Apache-2.0
// Both engines with an algorithm that several families share (its `is_shared`), so that they are compiled once and not
// with each family: a source file NAME_run.cpp includes shared_run_definition.hpp and instantiates this template.
#pragma once

#include "fsin/engine/event/division.hpp"
#include "fsin/engine/family_run.hpp"

namespace fsin::engine {

template <class Algorithm>
concept SharedAlgorithm = requires {
  requires Algorithm::is_shared;
};

template <routing::RoutingAlgorithm Algorithm>
struct SharedRun {
  static stats::RunTotals event(const Algorithm& algorithm, const RunParts& parts, event::Division division);
  static stats::RunTotals reference(const Algorithm& algorithm, const RunParts& parts);
};

}  // namespace fsin::engine

// SPDX-License-Identifier: Apache-2.0
// Both engines with one family of routing algorithms, the types of the catalogue: what the compiler spends most of its
// time on. CMakeLists.txt makes a source file of each type of routing/catalogue.hpp, which instantiates this template
// (family_run_definition.hpp) and does not know the others, so that a new routing compiles itself only.
#pragma once

#include "fsin/engine/event/division.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/routing/family.hpp"

namespace fsin::engine {

/// What a run is made of, whatever the routing. All of it outlives the run.
struct RunParts {
  const Rules& rules;
  const topology::Topology& topology;
  workload::Workload& workload;
  const RunPlan& plan;
  Control& control;
};

template <routing::RoutingFamily Family>
struct FamilyRun {
  using Setup = routing::Setup<typename Family::Geometry>;

  static stats::RunTotals event(const Family& params, const Setup& setup, const RunParts& parts,
                                event::Division division);
  static stats::RunTotals reference(const Family& params, const Setup& setup, const RunParts& parts);
};

}  // namespace fsin::engine

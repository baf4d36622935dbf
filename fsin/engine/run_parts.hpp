// SPDX-License-Identifier: Apache-2.0
// The parts of a run of an engine, whatever the routing.
#pragma once

#include "fsin/engine/rules.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine {

/// References to the parts of a run; all of them outlive it.
struct RunParts {
  const Rules& rules;
  const topology::Topology& topology;
  workload::Workload& workload;
  const RunPlan& plan;
  Control& control;
};

}  // namespace fsin::engine

// SPDX-License-Identifier: Apache-2.0
// What a run of an engine is made of, whatever the routing.
#pragma once

#include "fsin/engine/rules.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine {

/// All of it outlives the run.
struct RunParts {
  const Rules& rules;
  const topology::Topology& topology;
  workload::Workload& workload;
  const RunPlan& plan;
  Control& control;
};

}  // namespace fsin::engine

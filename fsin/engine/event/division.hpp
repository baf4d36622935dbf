// SPDX-License-Identifier: Apache-2.0
// How the work of a run is divided among processes or threads.
#pragma once

#include <optional>
#include <vector>

#include "fsin/engine/event/parts.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine::event {

/// A run divided among processes, or among as many threads as asked for or as can be.
struct Division {
  Parts parts;
  std::vector<workload::Share*> shares;
  std::optional<unsigned> only;  ///< the part of this process
};

/// As the plan asks for, as far as the network and the workload can be divided. Throws std::invalid_argument for
/// several processes and a workload that cannot.
Division divide(const topology::Topology& topology, workload::Workload& workload, const RunPlan& plan);

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// Division of the work of a run among processes or threads.
#pragma once

#include <optional>
#include <vector>

#include "fsin/engine/event/parts.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine::event {

/// A run divided among processes, or among the requested number of threads as far as possible.
struct Division {
  Parts parts;
  std::vector<workload::Share*> shares;
  std::optional<unsigned> only;  ///< the part simulated by this process
};

/// The division that the plan requests, as far as the network and the workload can be divided. Throws
/// std::invalid_argument for several processes and a workload that cannot be divided.
Division divide(const topology::Topology& topology, workload::Workload& workload, const RunPlan& plan);

}  // namespace fsin::engine::event

// SPDX-License-Identifier: Apache-2.0
// The event engine for routers of more than 64 queues, with every routing algorithm.
#include "fsin/engine/event/run.hpp"

namespace fsin::engine::event {

stats::RunTotals run_wide(const Design& design, const Rules& rules, const topology::Topology& topology,
                          workload::Workload& workload, const RunPlan& plan, Control& control, Division division) {
  return run_with_algorithm<false>(design, rules, topology, workload, plan, control, std::move(division));
}

}  // namespace fsin::engine::event

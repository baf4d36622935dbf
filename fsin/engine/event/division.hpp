// SPDX-License-Identifier: Apache-2.0
// How the work of a run is divided among processes or threads.
#pragma once

#include <optional>
#include <vector>

#include "fsin/engine/design.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/engine/event/parts.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::event {

/// A run divided among processes, or among as many threads as asked for or as can be.
struct Division {
  Parts parts;
  std::vector<workload::Share*> shares;
  std::optional<unsigned> only;  ///< the part of this process
};

/// The two halves of the event engine, each compiled by itself: routers of at most 64 queues, and larger ones.
stats::RunTotals run_narrow(const Design& design, const Rules& rules, const topology::Topology& topology,
                            workload::Workload& workload, const RunPlan& plan, Control& control, Division division);
stats::RunTotals run_wide(const Design& design, const Rules& rules, const topology::Topology& topology,
                          workload::Workload& workload, const RunPlan& plan, Control& control, Division division);

}  // namespace fsin::engine::event

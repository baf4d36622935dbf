// SPDX-License-Identifier: Apache-2.0
// Entry of the reference stepper; engine.hpp's run() calls it.
#pragma once

#include "fsin/engine/engine.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::reference {

stats::RunTotals run_reference(const Design& design, const Rules& rules, const topology::Topology& topology,
                               workload::Workload& workload, const RunPlan& plan, Control& control);

}  // namespace fsin::engine::reference

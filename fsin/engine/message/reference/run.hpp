// SPDX-License-Identifier: Apache-2.0
// Runs of the reference engine of models without routers (stepper.hpp).
#pragma once

#include "fsin/engine/design.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/workload/message_workload.hpp"

namespace fsin::engine::message::reference {

stats::RunTotals run_packets(const Design& design, const Rules& rules, const topology::Topology& topology,
                             workload::Workload& workload, const RunPlan& plan, Control& control);

stats::RunTotals run_messages(const Design& design, const Rules& rules, const topology::Topology& topology,
                              workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                              Control& control);

}  // namespace fsin::engine::message::reference

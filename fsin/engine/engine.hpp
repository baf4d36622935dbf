// SPDX-License-Identifier: Apache-2.0
// The two engines, behind one function.
//
// `reference` steps every phit of every router in every cycle: the model of docs/model/ written for reading. `event`
// gives the same results to the cycle and pays per packet-hop. Both are deterministic functions of the design, the
// workload and the seed. A design without routers (message/model.hpp) has two engines of its own with the same names:
// the fast one of fsin/engine/message, and its specification in code, fsin/engine/message/reference.
#pragma once

#include <array>

#include "fsin/config/fields.hpp"
#include "fsin/engine/design.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/stats/run_totals.hpp"
#include "fsin/topology/topology.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine {

enum class EngineKind : std::uint8_t { event, reference };
inline constexpr std::array engine_names{
    config::Named{EngineKind::event, "event",
                  "cycle-exact; its work is proportional to packet-hops, not to phits or cycles"},
    config::Named{EngineKind::reference, "reference", "phit by phit and cycle by cycle: the specification in code"},
};

/// Simulates a run. `topology` is the built design.topology. The design has passed check().
stats::RunTotals run(EngineKind kind, const Design& design, const topology::Topology& topology,
                     workload::Workload& workload, const RunPlan& plan, Control& control);

/// Simulates a run of a design whose model carries whole messages. `timeline` may be null.
stats::RunTotals run(EngineKind kind, const Design& design, const topology::Topology& topology,
                     workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                     Control& control);

/// True if this design carries the messages of ranks whole; false if it carries packets.
bool carries_messages(const Design& design);

}  // namespace fsin::engine

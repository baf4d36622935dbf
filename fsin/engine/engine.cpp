// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/engine.hpp"

#include "fsin/engine/event/run_event.hpp"
#include "fsin/engine/message/run_message.hpp"
#include "fsin/engine/reference/run_reference.hpp"

namespace fsin::engine {

stats::RunTotals run(EngineKind kind, const Design& design, const topology::Topology& topology,
                     workload::Workload& workload, const RunPlan& plan, Control& control) {
  const Rules rules = make_rules(design, topology);
  if (design.model) return message::run_packets(design, rules, topology, workload, plan, control);
  if (kind == EngineKind::reference) {
    return reference::run_reference(design, rules, topology, workload, plan, control);
  }
  return event::run_event(design, rules, topology, workload, plan, control);
}

stats::RunTotals run(const Design& design, const topology::Topology& topology, workload::MessageWorkload& messages,
                     workload::Timeline* timeline, const RunPlan& plan, Control& control) {
  return message::run_messages(design, make_rules(design, topology), topology, messages, timeline, plan, control);
}

}  // namespace fsin::engine

// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/engine.hpp"

#include "fsin/engine/families.hpp"
#include "fsin/engine/family_unit.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/reference/run.hpp"
#include "fsin/engine/message/run_message.hpp"
#include "fsin/engine/reference/run.hpp"
#include "fsin/engine/walker.hpp"

namespace fsin::engine {

bool carries_messages(const Design& design) {
  return design.model && message::carries(*design.model) == message::Carries::messages;
}

stats::RunTotals run(EngineKind kind, const Design& design, const topology::Topology& topology,
                     workload::Workload& workload, const RunPlan& plan, Control& control) {
  const Rules rules = make_rules(design, topology);
  if (design.model) {
    const auto run = kind == EngineKind::reference ? message::reference::run_packets : message::run_packets;
    return run(design, rules, topology, workload, plan, control);
  }
  const RunParts parts{rules, topology, workload, plan, control};
  if (kind == EngineKind::reference) return reference::run(*walker_of(design, topology), parts);
  return with_family(design, topology, [&]<class Family>(const Family& params, const auto& setup) {
    return FamilyUnit<Family>::event(params, setup, parts, event::divide(topology, workload, plan));
  });
}

stats::RunTotals run(EngineKind kind, const Design& design, const topology::Topology& topology,
                     workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                     Control& control) {
  const auto run = kind == EngineKind::reference ? message::reference::run_messages : message::run_messages;
  return run(design, make_rules(design, topology), topology, messages, timeline, plan, control);
}

}  // namespace fsin::engine

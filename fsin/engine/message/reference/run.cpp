// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/reference/run.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/reference/flow.hpp"
#include "fsin/engine/message/reference/loads.hpp"
#include "fsin/engine/message/reference/loggps.hpp"
#include "fsin/engine/message/reference/point_to_point.hpp"
#include "fsin/engine/message/reference/stepper.hpp"

namespace fsin::engine::message::reference {
namespace {

Flow reference_of(const FlowModel& params, const Machine& machine, const Ground& ground) {
  return {params, machine, ground};
}
Loggps reference_of(const LoggpsModel& params, const Machine& machine, const Ground& ground) {
  return {params, machine, ground};
}
template <class Params>
requires requires(const Params& params, const Machine& machine, const Transfer& transfer) {
  lengths_of(params, machine, transfer);
}
PointToPoint<Params> reference_of(const Params& params, const Machine& machine, const Ground& ground) {
  return {params, machine, ground};
}

template <class Load>
stats::RunTotals run(const Design& design, Carries unit, Load& load, const Rules& rules,
                     const topology::Topology& topology, const RunPlan& plan, Control& control) {
  return std::visit(
      [&]<class C>(const C& model) {
        const auto over = [&](Routes* routes) {
          const Ground ground{topology, rules, unit, routes};
          if constexpr (requires { reference_of(model.params, model.machine, ground); }) {
            return Stepper(reference_of(model.params, model.machine, ground), load, ground, plan, control).run();
          } else {
            stats::RunTotals totals;
            totals.outcome = stats::Outcome::interrupted;
            totals.failure = fmt::format("model {} has no reference; run it with --engine event", C::Model::name);
            return totals;
          }
        };
        if constexpr (!follows_routes_of<typename C::Model>) {
          return over(nullptr);
        } else {
          std::optional<stats::RunTotals> totals;
          design.with_routes(design, topology, [&](Routes& routes) { totals = over(&routes); });
          return std::move(*totals);
        }
      },
      *design.model);
}

}  // namespace

stats::RunTotals run_packets(const Design& design, const Rules& rules, const topology::Topology& topology,
                             workload::Workload& workload, const RunPlan& plan, Control& control) {
  PacketLoad load(workload, topology.graph.nodes(), design.phit_bytes);
  return run(design, Carries::packets, load, rules, topology, plan, control);
}

stats::RunTotals run_messages(const Design& design, const Rules& rules, const topology::Topology& topology,
                              workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                              Control& control) {
  RankLoad load(messages, design.phit_bytes, timeline);
  return run(design, Carries::messages, load, rules, topology, plan, control);
}

}  // namespace fsin::engine::message::reference

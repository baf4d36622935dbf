// SPDX-License-Identifier: Apache-2.0
// Runs of models without routers (model.hpp), with packets or with whole messages. Single-threaded.
#pragma once

#include <functional>

#include "fsin/engine/design.hpp"
#include "fsin/engine/message/model.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/engine/run_plan.hpp"
#include "fsin/workload/message_workload.hpp"
#include "fsin/workload/packetiser.hpp"
#include "fsin/workload/workload.hpp"

namespace fsin::engine::message {

stats::RunTotals run_packets(const Design& design, const Rules& rules, const topology::Topology& topology,
                             workload::Workload& workload, const RunPlan& plan, Control& control);

stats::RunTotals run_messages(const Design& design, const Rules& rules, const topology::Topology& topology,
                              workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                              Control& control);

/// Memory of a run of this model, without topology and statistics.
double bytes_of_run(const Configured& model, const Amounts& amounts);

/// Cycles from the departure of a whole message to its end when it meets no other message.
using TimeAlone = std::function<Cycle(const Transfer& message)>;

/// Calls use(alone) with the time of a message alone, for a design that has a model.
void with_time_alone(const Design& design, const topology::Topology& topology,
                     const std::function<void(const TimeAlone&)>& use);

/// A message of ranks from node to node, or a packet of synthetic load.
struct Lone {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint64_t bytes = 0;
  std::uint32_t packet_phits = 0;  ///< 0: a message of ranks

  bool operator==(const Lone&) const = default;
};

/// Cycles from the one in which it is handed to the network to that in which its end is consumed, when it meets no
/// other.
using WholeTime = std::function<Cycle(const Lone&)>;

/// Calls use(whole time), for a design that has a model. `packets`: a load of packets; else one of ranks.
void with_whole_time(const Design& design, const topology::Topology& topology, const workload::Packetiser& packetiser,
                     bool packets, const std::function<void(const WholeTime&)>& use);

}  // namespace fsin::engine::message
